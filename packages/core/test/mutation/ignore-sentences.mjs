/** Words for people are held by snapshots and read by people: that a sentence is not empty is no behaviour to test. */
function shouldIgnore(path) {
  if (path.isStringLiteral() && path.node.value.includes(" ")) return "a sentence";
  const isPlain = (part) => part.type === "Identifier" || part.type === "MemberExpression";
  const isSentence =
    path.isTemplateLiteral() &&
    path.node.quasis.some(({ value }) => /\w \w/.test(value.raw)) &&
    path.node.expressions.every(isPlain);
  return isSentence ? "a sentence" : undefined;
}

export const strykerPlugins = [{ kind: "Ignore", name: "sentences", value: { shouldIgnore } }];
