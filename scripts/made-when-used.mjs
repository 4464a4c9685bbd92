import { readFileSync } from "node:fs";

/** In pi-tui's `utils.js`: what takes longer to make than a list takes to draw, and which of its methods is called. */
const costly = [
  { name: "graphemeSegmenter", method: "segment" },
  { name: "wordSegmenter", method: "segment" },
  { name: "rgiEmojiRegex", method: "test" },
];

/** Makes them when they are first used: text without emoji, marks and wide characters needs none of them. */
export const madeWhenUsed = {
  name: "made-when-used",
  setup(build) {
    build.onLoad({ filter: /pi-tui[/\\]dist[/\\]utils\.js$/ }, ({ path }) => ({
      contents: costly.reduce(withLate, readFileSync(path, "utf8")),
    }));
  },
};

function withLate(source, { name, method }) {
  const definition = new RegExp(`^const ${name} = (.+);$`, "m");
  if (!definition.test(source)) throw new Error(`pi-tui no longer has a constant ${name}: see made-when-used.mjs`);
  return source.replace(definition, (_, made) => {
    const late = `made_${name} ??= ${made}`;
    return `let made_${name};\nconst ${name} = { ${method}: (text) => (${late}).${method}(text) };`;
  });
}
