import { builtinModules } from "node:module";

const isName = /^[A-Za-z_$][\w$]*$/;

/**
 * Of Node's own modules only what is used. An `import` of one makes Node look at everything it exports, and so load
 * what stands behind it: streams behind `node:fs`, a debugger's tools behind `node:util`. That takes a `list` 10 ms.
 */
export const builtinsByParts = {
  name: "builtins-by-parts",
  setup(build) {
    build.onResolve({ filter: /^[\w:/]+$/ }, ({ path, kind, importer }) => {
      const name = path.replace(/^node:/, "");
      const isBuiltin = path.startsWith("node:") || builtinModules.includes(name);
      if (kind !== "import-statement" || !isBuiltin) return null;
      // One for each file, so that no chunk is made only to share them.
      const pluginData = { builtin: `node:${name}` };
      return { path: `${name} for ${importer}`, namespace: "builtin", sideEffects: false, pluginData };
    });
    build.onResolve({ filter: /^[\w:/]+$/ }, ({ path, kind }) => {
      const name = path.replace(/^node:/, "");
      if (kind !== "require-call" || !builtinModules.includes(name)) return null;
      return { path: `node:${name}`, namespace: "required-builtin" };
    });
    // A module has no `require`.
    build.onLoad({ filter: /.*/, namespace: "required-builtin" }, ({ path }) => ({
      contents: `module.exports = process.getBuiltinModule("${path}");`,
    }));
    build.onLoad({ filter: /.*/, namespace: "builtin" }, ({ pluginData }) => ({
      contents: partsOf(pluginData.builtin),
    }));
  },
};

/** Each part is looked up by a call without effects, so that those nobody uses are left out of the bundle. */
function partsOf(path) {
  const names = Object.keys(process.getBuiltinModule(path)).filter((name) => isName.test(name) && name !== "default");
  return [
    `const whole = /* @__PURE__ */ process.getBuiltinModule("${path}");`,
    "const part = (name) => whole[name];",
    "export default whole;",
    ...names.map((name) => `const part_${name} = /* @__PURE__ */ part("${name}");`),
    `export { ${names.map((name) => `part_${name} as ${name}`).join(", ")} };`,
  ].join("\n");
}
