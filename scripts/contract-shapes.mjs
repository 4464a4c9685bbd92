import { pathToFileURL } from "node:url";

/**
 * Puts the shapes of the contract into a bundle as data, so that printing JSON does not load the schemas. Each is made when
 * it is used: a command prints few of them.
 */
export const contractShapes = {
  name: "contract-shapes",
  setup(build) {
    build.onLoad({ filter: /packages[/\\]model[/\\]src[/\\]schema[/\\]shapes\.ts$/ }, async ({ path }) => {
      const { shapes } = await import(pathToFileURL(path).href);
      const getters = Object.entries(shapes).map(([name, shape]) => {
        const key = JSON.stringify(name);
        return `get ${key}() { return made[${key}] ??= ${JSON.stringify(shape)}; }`;
      });
      return { contents: `const made = {};\nexport const shapes = { ${getters.join(",\n")} };` };
    });
  },
};
