const sentence =
  "The test failed because the cart was empty, so the total of all items was zero and no order could be made. ";

export const proseText = `${sentence.repeat(9)}\n\n`.repeat(60);

/** Every kind of block, small ones and a long list, a long table and long code. */
export const denseText = [
  ...Array.from({ length: 60 }, (_, index) => section(index)),
  ...Array.from({ length: 150 }, (_, index) => `- item **${index}** of \`shop/${index}.ts\` is _empty_\n`),
  "\n```ts\n",
  ...Array.from({ length: 200 }, (_, index) => `const total${index} = items.reduce(sumOf, ${index});\n`),
  "```\n\n| name | price | count |\n| --- | ---: | :-: |\n",
  ...Array.from({ length: 60 }, (_, index) => `| **apple** ${index} | ${index} | \`1\` |\n`),
].join("");

function section(index: number): string {
  return [
    `## Step ${index}`,
    "",
    `The **cart** of \`shop/${index}.ts\` is _empty_: [the total](https://example.org/${index}) is ~~wrong~~ 0.`,
    "",
    ...["```ts", `const total = items.reduce((sum, item) => sum + item.price, ${index});`, "```", ""],
    ...["| name | price |", "| --- | ---: |", `| apple | ${index} |`, `| **pear** | \`${index + 1}\` |`, ""],
    ...[`1. first **${index}**`, "   - nested `a`", "   - nested _b_", "2. second", ""],
    ...["> quoted **words** with `code`", "", ""],
  ].join("\n");
}
