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
    nothingIsDue: "目前没有需要显示的内容。"
  )
}
