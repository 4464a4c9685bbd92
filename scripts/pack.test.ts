import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";

const root = new URL("..", import.meta.url).pathname;
const folder = mkdtempSync(join(tmpdir(), "reprise-pack-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const run = (program: string, args: string[], cwd: string, env: Record<string, string> = {}) =>
  execFileSync(program, args, {
    cwd,
    encoding: "utf8",
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });

it("the packed command line installs elsewhere, without anything else, runs, and serves its page", async () => {
  run("npm", ["pack", "--pack-destination", folder], join(root, "packages/cli"));
  const [tarball] = readdirSync(folder).filter((name) => name.endsWith(".tgz"));
  run("npm", ["init", "--yes"], folder);
  run("npm", ["install", "--offline", "--no-audit", "--no-fund", `./${tarball}`], folder);
  expectNotices(readFileSync(join(folder, "node_modules/reprise/dist/THIRD-PARTY-LICENSES.txt"), "utf8"));
  const reprise = join(folder, "node_modules/.bin/reprise");
  const home = {
    HOME: folder,
    REPRISE_STATE: join(folder, "state"),
    REPRISE_CACHE: join(folder, "cache"),
    CODEX_HOME: join(root, "fixtures/codex/exec-tools"),
  };
  expect(run(reprise, ["--version"], folder)).toMatch(/^\d+\.\d+\.\d+/);
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

/** What the compiler says of the folder. */
function checked(there: string): string {
  const tsc = join(root, "node_modules/typescript/bin/tsc");
  return spawnSync(process.execPath, [tsc, "-p", there], { encoding: "utf8" }).stdout;
}

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

const consumer = `
import { type ChatEvent, builtInAgents, chatAgentOf } from "@reprise/chat";
import { openLibrary } from "@reprise/core";
import { type ItemBody, type ItemKind, itemMarkdown } from "@reprise/model";
import { itemSchema } from "@reprise/model/schema";
const item: ItemBody = { kind: "reply", text: "hello" };
export const text: string = itemMarkdown(item);
export const kind: ItemKind = itemSchema.parse({}).kind;
export const agent = chatAgentOf(builtInAgents, "codex");
export type Type = ChatEvent["type"];
// @ts-expect-error: types are known, not any
export const none: number = openLibrary;
`;
const tsconfig = {
  compilerOptions: {
    module: "nodenext",
    target: "es2024",
    lib: ["es2024", "esnext.iterator", "esnext.collection", "esnext.disposable", "dom"],
    strict: true,
    noEmit: true,
    types: ["node"],
    typeRoots: [join(root, "node_modules/@types")],
  },
  files: ["consumer.ts"],
};

it("the packed libraries install elsewhere, have types, and their agents work without anything else", () => {
  const there = join(folder, "library");
  run(process.execPath, ["scripts/build.mjs", "libraries"], root);
  mkdirSync(there, { recursive: true });
  for (const name of ["model", "core", "chat"])
    run("npm", ["pack", "--pack-destination", there], join(root, "packages", name, "dist"));
  expect(() => run("npm", ["pack", "--dry-run"], join(root, "packages/chat"))).toThrow("run: npm run pack");
  run("npm", ["init", "--yes"], there);
  const tarballs = readdirSync(there).filter((name) => name.endsWith(".tgz"));
  const packed = tarballs.map((name) => `./${name}`);
  run("npm", ["install", "--prefer-offline", "--no-audit", "--no-fund", ...packed], there);
  writeFileSync(join(there, "consumer.ts"), consumer);
  writeFileSync(join(there, "tsconfig.json"), JSON.stringify(tsconfig));
  expect(checked(there)).toBe("");
  writeFileSync(join(there, "program.mjs"), program);
  expect(run(process.execPath, ["program.mjs"], there)).toBe("init message result function\n");
});
