import { pathToFileURL } from "node:url";

/** Puts the shapes of the contract into a bundle as data, so that printing JSON does not load the schemas. */
export const contractShapes = {
  name: "contract-shapes",
  setup(build) {
    build.onLoad({ filter: /packages[/\\]model[/\\]src[/\\]schema[/\\]shapes\.ts$/ }, async ({ path }) => {
      const { shapes } = await import(pathToFileURL(path).href);
      return { contents: `export const shapes = ${JSON.stringify(shapes)};` };
    });
  },
};
