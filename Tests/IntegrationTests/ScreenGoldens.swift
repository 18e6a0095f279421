// The screens as they should look, several blank lines as one.

let goldens = [
  Golden(language: "en_US.UTF-8", small: [[], []], standard: [[], []], large: [[], []]),
  Golden(language: "de_DE.UTF-8", small: [[], []], standard: [[], []], large: [[], []]),
  Golden(language: "zh_CN.UTF-8", small: [[], []], standard: [[], []], large: [[], []]),
]
