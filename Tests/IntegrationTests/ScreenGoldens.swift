// The screens as they should look: without the margin on the left, several blank lines as one.

let goldens = [
  Golden(
    language: "en_US.UTF-8",
    small: [
      """
      Editor

      Welcome

      Picture: The main window

      Write fast, in any language.

      • tabs that can be dragged to a window
      ↓ more below                      ? Help
       ● ○
       Back [Next] Skip  Later
      """,
      """
      Editor

      That is all

      Read more <https://example.org/editor>

                                        ? Help
       ○ ●
       Back  Next  Skip  Later [Get started]
      """,
    ],
    standard: [
      """
      Editor

      Welcome

      Picture: The main window

      Write fast, in any language.

      • tabs that can be dragged to a window of their own
      • ed

                                                                            ? Help
       ● ○
       Back   [Next]   Skip    Later
      """,
      """
      Editor

      That is all

      Read more <https://example.org/editor>

                                                                            ? Help
       ○ ●
       Back    Next    Skip    Later   [Get started]
      """,
    ],
    large: [
      """
      Editor

      Welcome

      Picture: The main window

      Write fast, in any language.

      • tabs that can be dragged to a window of their own
      • ed

                                                                                                    ? Help
       ● ○
       Back   [Next]   Skip    Later
      """,
      """
      Editor

      That is all

      Read more <https://example.org/editor>

                                                                                                    ? Help
       ○ ●
       Back    Next    Skip    Later   [Get started]
      """,
    ]
  ),
  Golden(
    language: "de_DE.UTF-8",
    small: [
      """
      Editor

      Willkommen

      Bild: The main window

      Schreib schnell, in jeder Sprache.

      ↓ unten geht es weiter           ? Hilfe
       ● ○
       Zurück [Weiter] Überspringen  Später
      """,
      """
      Editor

      Das ist alles

      Mehr <https://example.org/editor>

                                       ? Hilfe
       ○ ●
       Zurück  Weiter  Überspringen  Später
      [Loslegen]
      """,
    ],
    standard: [
      """
      Editor

      Willkommen

      Bild: The main window

      Schreib schnell, in jeder Sprache.

      • Reiter, die sich in ein eigenes Fenster ziehen lassen
      • ed

                                                                           ? Hilfe
       ● ○
       Zurück   [Weiter]   Überspringen    Später
      """,
      """
      Editor

      Das ist alles

      Mehr <https://example.org/editor>

                                                                           ? Hilfe
       ○ ●
       Zurück    Weiter    Überspringen    Später   [Loslegen]
      """,
    ],
    large: [
      """
      Editor

      Willkommen

      Bild: The main window

      Schreib schnell, in jeder Sprache.

      • Reiter, die sich in ein eigenes Fenster ziehen lassen
      • ed

                                                                                                   ? Hilfe
       ● ○
       Zurück   [Weiter]   Überspringen    Später
      """,
      """
      Editor

      Das ist alles

      Mehr <https://example.org/editor>

                                                                                                   ? Hilfe
       ○ ●
       Zurück    Weiter    Überspringen    Später   [Loslegen]
      """,
    ]
  ),
  Golden(
    language: "zh_CN.UTF-8",
    small: [
      """
      Editor

      欢迎

      图片：The main window

      用任何语言快速书写。标签页可以拖动到单独
      的窗口中，所有内容都会自动保存，不会丢
      失。
                                        ? 帮助
       ● ○
       上一页 [下一页] 跳过  稍后
      """,
      """
      Editor

      就这些

      更多 <https://example.org/editor>

                                        ? 帮助
       ○ ●
       上一页  下一页  跳过  稍后 [立即体验]
      """,
    ],
    standard: [
      """
      Editor

      欢迎

      图片：The main window

      用任何语言快速书写。标签页可以拖动到单独的窗口中，所有内容都会自动保存，不会
      丢失。

                                                                            ? 帮助
       ● ○
       上一页   [下一页]   跳过    稍后
      """,
      """
      Editor

      就这些

      更多 <https://example.org/editor>

                                                                            ? 帮助
       ○ ●
       上一页    下一页    跳过    稍后   [立即体验]
      """,
    ],
    large: [
      """
      Editor

      欢迎

      图片：The main window

      用任何语言快速书写。标签页可以拖动到单独的窗口中，所有内容都会自动保存，不会丢失。

                                                                                                    ? 帮助
       ● ○
       上一页   [下一页]   跳过    稍后
      """,
      """
      Editor

      就这些

      更多 <https://example.org/editor>

                                                                                                    ? 帮助
       ○ ●
       上一页    下一页    跳过    稍后   [立即体验]
      """,
    ]
  ),
]
