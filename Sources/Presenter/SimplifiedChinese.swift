// The client in Simplified Chinese.

extension Messages {
  package static let simplifiedChinese = Messages(
    locale: "zh_CN",
    next: "下一页",
    back: "上一页",
    skip: "跳过",
    later: "稍后",
    done: "完成",
    help: "帮助",
    byEnter: { "\($0)（回车键）" },
    page: { "第 \($0) 页，共 \($1) 页" },
    picture: { "图片：\($0)" },
    readMore: "了解更多",
    instructions: "请输入其中一个词或其开头，然后按回车键。只按回车键会转到下一页。",
    isFirst: "这是第一页。",
    isLast: { "这是最后一页。要完成，请输入：\($0)" },
    isNotLast: "只有在最后一页才能这样回答，后面还有其他页。",
    nothingIsDue: "目前没有需要显示的内容。",
    close: "关闭",
    moreBelow: "下面还有内容",
    moreAbove: "上面还有内容",
    toFinish: "要完成：按 Tab，再按回车键",
    keyForHelp: "? 帮助",
    closeHelp: "按其他任意键关闭。",
    pageKeys: [
      ("→ l 空格", "下一页"), ("← h", "上一页"), ("↓ ↑ j k", "滚动页面"), ("PgDn PgUp", "滚动一屏"),
      ("1–9", "转到该页"), ("Home End", "第一页、最后一页"), ("Tab", "移到下一个按钮"), ("回车", "按下按钮"),
      ("s", "跳过：不再显示"), ("q Esc", "稍后：明天再显示"),
    ],
    app: { "第 \($0) 个应用，共 \($1) 个" },
    appsAreDue: { "有 \($0) 个应用有内容要显示" },
    introductions: "初次使用",
    updates: "新变化",
    all: "全部",
    skipAll: "全部跳过",
    toSkipAll: "按回车键将全部跳过。",
    listKeys: [
      ("↓ ↑ j k", "移动"), ("回车", "显示该应用"), ("1–9", "显示该编号的应用"), ("a", "依次显示全部"),
      ("s", "移到：全部跳过"), ("q Esc", "稍后：明天再询问"),
    ],
    listInstructions: "请输入应用的编号或其中一个词，然后按回车键。只按回车键会显示全部。"
  )
}
