import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { buildPage, hashOf, pageParts } from "./build-page.mjs";
import { removeOthers, replaceFile } from "./built-files.mjs";
import { builtinsByParts } from "./builtins-by-parts.mjs";
import { contractShapes } from "./contract-shapes.mjs";
import { madeWhenUsed } from "./made-when-used.mjs";
import { noticesName, noticesOf, packagesOf } from "./notices.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const dist = join(root, "packages/cli/dist");
const stamp = join(root, ".reprise-setup/built");
const page = join(dist, "page");
export const libraries = ["model", "core", "chat"];

export function isCliBuilt() {
  const isThere = [join(dist, "reprise.js"), join(page, "index.html"), stamp].every((path) => existsSync(path));
  return isThere && readFileSync(stamp, "utf8") === hash();
}

/**
 * Bundles the CLI into packages/cli/dist, with the page of `reprise open` beside it. Chunks are named by their content and the entry is replaced last, so a
 * reprise that is running finds its chunks; those of older builds go after a day, or at once with `clean`.
 */
export async function buildCli({ clean = false } = {}) {
  const hashBefore = hash();
  const entry = join(root, "packages/cli/src/entry.ts");
  if (!existsSync(entry)) throw new Error(`cannot build: ${relative(root, entry)} does not exist`);
  const program = await bundle({
    entryPoints: { program: join(root, "packages/cli/src/program.ts") },
    entryNames: "[name]-[hash]",
    metafile: true,
    outdir: dist,
    target: "node22",
    // Native, and only there where it could be installed.
    external: ["@napi-rs/keyring"],
    plugins: [piTuiByParts, contractShapes, madeWhenUsed, builtinsByParts, startInOnePiece],
    minifyWhitespace: true,
    minifySyntax: true,
  });
  const start = await bundleEntry(entry, program.metafile);
  const ofPage = await buildPage(page, pageHash(), { clean });
  const outputs = [...program.outputFiles, ...start.outputFiles];
  for (const file of program.outputFiles) replaceFile(file.path, inAscii(file.text));
  for (const file of start.outputFiles) replaceFile(file.path, `#!/usr/bin/env node\n${inAscii(file.text)}`, 0o755);
  replaceFile(join(dist, "reprise.1"), manPage());
  const bundled = [program, start]
    .flatMap(({ metafile }) => Object.values(metafile.outputs))
    .flatMap(({ inputs }) => Object.keys(inputs));
  // With a namespace it is a module that a plugin made.
  const inFiles = bundled.filter((file) => !/^[\w-]+:/.test(file));
  const files = [...inFiles.map((file) => join(root, file)), ...ofPage];
  replaceFile(join(dist, noticesName), noticesOf(packagesOf(files)));
  const made = outputs.map((file) => basename(file.path));
  const current = new Set([...made, noticesName, "reprise.1", basename(page)]);
  removeOthers(dist, current, { clean, isOfBuild: (name) => name.endsWith(".js") });
  mkdirSync(dirname(stamp), { recursive: true });
  replaceFile(stamp, hashBefore);
}

/** The entry alone in one file that old Nodes can parse: it tells their owners what to install. */
async function bundleEntry(entry, { outputs }) {
  const [program] = Object.keys(outputs).filter((path) => outputs[path].entryPoint?.endsWith("cli/src/program.ts"));
  return await bundle({
    entryPoints: { reprise: entry },
    metafile: true,
    outdir: dist,
    target: "es2020",
    splitting: false,
    plugins: [builtinsByParts, externalAs("./program.ts", `./${basename(program)}`)],
    minifyWhitespace: true,
    minifySyntax: true,
    define: { __REPRISE_VERSION__: JSON.stringify(manifest("cli").version) },
  });
}

const externalAs = (path, name) => ({
  name: "external-as",
  setup: (build) =>
    build.onResolve({ filter: /./ }, (one) => (one.path === path ? { path: name, external: true } : null)),
});

/**
 * Escapes what esbuild leaves in patterns and names: with one other character Node keeps the whole file in two bytes a
 * letter, for as long as it runs.
 */
function inAscii(code) {
  return code.replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** From the tables of commands and options, by the program just built. */
function manPage() {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(dist, "reprise.js"), "__man"], {
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`the man page could not be made: ${stderr}`);
  return stdout;
}

export async function buildLibraries() {
  for (const name of libraries) await buildLibrary(name);
}

/** Makes packages/<name>/dist: JavaScript, types, and the manifest that names them. */
async function buildLibrary(name) {
  const source = join(root, "packages", name, "src");
  const outdir = join(root, "packages", name, "dist");
  const entries = entriesOf(name);
  const { outputFiles: outputs } = await bundle({
    entryPoints: Object.fromEntries(entries.map(({ file }) => [file, join(source, `${file}.ts`)])),
    outdir,
    target: "node22",
    packages: "external",
  });
  rmSync(outdir, { recursive: true, force: true });
  mkdirSync(outdir, { recursive: true });
  for (const file of outputs) {
    mkdirSync(dirname(file.path), { recursive: true });
    writeFileSync(file.path, file.text);
  }
  emitTypes(name, source, outdir);
  const exports = Object.fromEntries(
    entries.map(({ path, file }) => [path, { types: `./${file}.d.ts`, default: `./${file}.js` }]),
  );
  writeFileSync(join(outdir, "package.json"), `${JSON.stringify({ ...manifest(name), exports }, null, 2)}\n`);
}

/** What a package exports: the path others import, and the source file behind it without its ending. */
function entriesOf(name) {
  return Object.entries(manifest(name).exports).map(([path, source]) => ({
    path,
    file: source.replace("./src/", "").replace(/\.ts$/, ""),
  }));
}

async function bundle(options) {
  const esbuild = await import("esbuild");
  return await esbuild.build({
    absWorkingDir: root,
    bundle: true,
    format: "esm",
    splitting: true,
    platform: "node",
    write: false,
    logLevel: "warning",
    ...options,
  });
}

/** Of pi-tui only what is used: nothing in it acts by being loaded, which its manifest does not say. */
const piTuiByParts = {
  name: "pi-tui-by-parts",
  setup(build) {
    build.onResolve({ filter: /^(?:@earendil-works\/pi-tui$|\.)/ }, async ({ path, pluginData, ...from }) => {
      const isOwn = !path.startsWith(".") || /pi-tui[/\\]dist/.test(from.resolveDir);
      if (pluginData === piTuiByParts || !isOwn) return null;
      const { kind, importer, resolveDir } = from;
      const found = await build.resolve(path, { kind, importer, resolveDir, pluginData: piTuiByParts });
      return { path: found.path, sideEffects: false };
    });
  },
};

/**
 * What `list` needs is one chunk: every module that is loaded later is told to need all of it, which is there by then
 * anyway. At start-up each file costs more than the code in it.
 */
const startInOnePiece = {
  name: "start-in-one-piece",
  setup(build) {
    const packages = join(root, "packages");
    const start = join(packages, "cli/src/start.ts");
    // What agents act with is one more chunk: a runner takes all of them.
    const agents = join(packages, "core/src/agents");
    const acting = readdirSync(agents)
      .flatMap((agent) => ["acting.ts", "ailments.ts"].map((name) => join(agents, agent, name)))
      .filter((path) => existsSync(path));
    const rest = join(packages, "cli/src/lazy-commands.ts");
    build.onResolve({ filter: /./ }, async ({ path, pluginData, ...from }) => {
      const { kind, importer, resolveDir } = from;
      if (kind !== "dynamic-import" || pluginData === startInOnePiece) return null;
      const found = await build.resolve(path, { kind, importer, resolveDir, pluginData: startInOnePiece });
      const isOwn = found.path.startsWith(packages) && found.path.endsWith(".ts");
      return isOwn ? { path: found.path, pluginData: startInOnePiece } : found;
    });
    build.onLoad({ filter: /\.ts$/ }, ({ path, pluginData }) => {
      if (pluginData !== startInOnePiece || path === start) return null;
      const needed = acting.includes(path) ? [start, rest, ...acting] : [start];
      const imports = needed.map((one) => `import ${JSON.stringify(one)};\n`).join("");
      return { contents: `${readFileSync(path, "utf8")}\n${imports}`, loader: "ts" };
    });
  },
};

function emitTypes(name, source, outdir) {
  const config = join(root, ".reprise-setup", `tsconfig.${name}.json`);
  const built = libraries.slice(0, libraries.indexOf(name));
  const typesOf = (other) =>
    entriesOf(other).map(({ path, file }) => [
      `@reprise/${other}${path.slice(1)}`,
      [join(root, "packages", other, "dist", `${file}.d.ts`)],
    ]);
  const paths = Object.fromEntries(built.flatMap(typesOf));
  const compilerOptions = {
    noEmit: false,
    noCheck: true, // `npm run check` does
    declaration: true,
    emitDeclarationOnly: true,
    typeRoots: [join(root, "node_modules/@types")],
    rootDir: source,
    outDir: outdir,
    paths,
  };
  const extended = join(root, "tsconfig.json");
  mkdirSync(dirname(config), { recursive: true });
  writeFileSync(
    config,
    JSON.stringify({
      extends: extended,
      compilerOptions,
      include: [source],
      exclude: [`${source}/**/*.test.ts`],
    }),
  );
  const tsc = join(root, "node_modules/typescript/bin/tsc");
  const { status } = spawnSync(process.execPath, [tsc, "-p", config], { stdio: "inherit" });
  if (status !== 0) throw new Error(`the types of ${name} could not be made; see above`);
}

function hash() {
  const packages = join(root, "packages");
  const own = ["build.mjs", "notices.mjs", "builtins-by-parts.mjs", "contract-shapes.mjs", "made-when-used.mjs"];
  const files = [...own.map((name) => join(root, "scripts", name)), join(root, "package-lock.json"), ...pageParts];
  for (const name of readdirSync(packages).sort())
    if (name !== "testkit") files.push(join(packages, name, "package.json"), ...sources(join(packages, name, "src")));
  return hashOf(files, (file) => relative(root, file));
}

function pageHash() {
  const folders = ["web/src/app", "web/src/client", "model/src"].map((path) => join(root, "packages", path));
  const files = [...pageParts, join(root, "package-lock.json"), ...folders.flatMap(sources)];
  return hashOf(files, (file) => relative(root, file));
}

function sources(folder) {
  if (!existsSync(folder)) return [];
  const entries = readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  return entries.flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return sources(path);
    return /\.test\.tsx?$/.test(entry.name) ? [] : [path];
  });
}

function manifest(name) {
  return JSON.parse(readFileSync(join(root, "packages", name, "package.json"), "utf8"));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [what = "all", ...flags] = process.argv.slice(2);
  if (what !== "libraries") await buildCli({ clean: flags.includes("--clean") });
  if (what !== "cli") await buildLibraries();
}
