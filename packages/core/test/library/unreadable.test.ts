import { execFileSync } from "node:child_process";
import { chmodSync, cpSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { claudeSource } from "../../src/agents/claude/source.ts";
import { codexSource } from "../../src/agents/codex/source.ts";
import { geminiSource } from "../../src/agents/gemini/source.ts";
import { all, closeAll, findings, home, open, put, seed, threads, useHome } from "./stage.ts";

useHome();

const at = (name: string) => join(home.path, name);
const pipe = (path: string) => void execFileSync("mkfifo", [path]);

const recorded = (name: string) => fileURLToPath(new URL(`../../../../fixtures/${name}`, import.meta.url));
const agents = [
  [codexSource, "codex/complete-two-turns", "sessions/rollout-2026-11-15T20-00-00-odd.jsonl"],
  [claudeSource, "claude/basic", "projects/-srv-proj-a/odd.jsonl"],
  [geminiSource, "gemini/tools-resumed", "tmp/proj-a/chats/session-2026-11-15T20-00-odd.jsonl"],
  // Whole files of JSON are read another way than lines.
  [codexSource, "codex/complete-two-turns", "sessions/rollout-2025-04-20-11111111-2222-4333-8444-555555555555.json"],
  [geminiSource, "gemini/tools-resumed", "tmp/proj-a/chats/session-2026-11-15T21-50-b0000003.json"],
] as const;
const kinds = [
  ["a named pipe", (path: string) => pipe(path)],
  ["a folder", (path: string) => mkdirSync(path)],
  ["a device", (path: string) => symlinkSync("/dev/zero", path)],
  ["a link to a file that does not exist", (path: string) => symlinkSync("nowhere", path)],
  ["a link that leads back to itself", (path: string) => symlinkSync(path, path)],
] as const;

describe.each(agents)("a session file that cannot be read ($agent)", (source, fixture, name) => {
  it.each(kinds)("being %s, is counted as such, named by doctor and hides nothing", async (kind, make) => {
    cpSync(recorded(fixture), home.path, { recursive: true });
    const library = open({ sources: [source], homes: { [source.agent]: [home.path] } });
    const before = await library.list({ ...all, includeEmpty: true });
    make(at(name));
    const page = await library.list({ ...all, includeEmpty: true });
    expect(page).toEqual({ ...before, hidden: { ...before.hidden, unreadable: 1 } });
    expect(page.total).toBeGreaterThan(0);
    const elsewhere = await library.list({ scope: { workspace: "/nowhere" } });
    expect(elsewhere).toMatchObject({ total: 0, hidden: { empty: 0, unreadable: 1 } });
    const [odd] = (await library.list({ ...all, state: "unreadable" })).sessions;
    expect(odd).toMatchObject({ state: "unreadable", turnCount: 0, damageCount: 1 });
    const finding = (await findings(library)).find(({ path }) => path === at(name));
    expect(finding?.reasons.join(" ")).toContain(`it cannot be read: ${at(name)} is ${kind}`);
    const reading = await library.read((await library.find(at(name))).id);
    expect([await Array.fromAsync(reading.turns), reading.damage]).toMatchObject([[], [{ kind: "unreadable" }]]);
  });
});

describe("a session file that cannot be read", () => {
  it("having a name that is not UTF-8, is counted and named; one with a newline in its name is read", async () => {
    const codex = join(home.path, "codex");
    cpSync(recorded("codex/complete-two-turns"), codex, { recursive: true });
    const folder = Buffer.from(join(codex, "sessions/"));
    writeFileSync(Buffer.concat([folder, Buffer.from("rollout-\xff\xfe.jsonl", "latin1")]), "{}");
    writeFileSync(join(codex, "sessions", "rollout-a\nb.jsonl"), "{}\n");
    const library = open({ sources: [codexSource], homes: { codex: [codex] } });
    expect(await library.list(all)).toMatchObject({ total: 1, hidden: { empty: 1, unreadable: 1 } });
    const reasons = (await findings(library)).flatMap((one) => one.reasons);
    expect(reasons).toContainEqual(expect.stringContaining("has a name that is not UTF-8"));
  });

  it("is listed as soon as it can be read", async () => {
    pipe(at("sessions/late.jsonl"));
    const library = open();
    expect((await library.list(all)).hidden.unreadable).toBe(1);
    execFileSync("rm", [at("sessions/late.jsonl")]);
    put(seed("late", 1));
    expect(await library.list(all)).toMatchObject({ total: 1, hidden: { unreadable: 0 } });
  });

  it("lies as it may in Codex's folders: they are walked once, whatever links lead in a circle", async () => {
    const sessions = join(home.path, "codex", "sessions", "2026");
    mkdirSync(sessions, { recursive: true });
    symlinkSync("..", join(sessions, "loop"));
    pipe(join(sessions, "rollout-2026-01-01T00-00-00-a.jsonl"));
    const options = { sources: [codexSource], homes: { codex: [join(home.path, "codex")] } };
    expect(await open(options).list(all)).toMatchObject({ total: 0, hidden: { unreadable: 1 } });
  });
});

describe("other files that cannot be read", () => {
  it("of our own state are warned of, named by doctor, and do not keep a list from being made", async () => {
    put(seed("fine", 1));
    const state = join(home.root, "state");
    mkdirSync(join(state, "runs", "workspace-x"), { recursive: true });
    for (const name of ["lineage.jsonl", "replies.jsonl", "runs/workspace-x/a.jsonl"]) pipe(join(state, name));
    const library = open({}, { ...home.host, env: { ...home.host.env, REPRISE_STATE: state } });
    expect(await threads(library)).toEqual(["fine"]);
    expect(await library.warnings()).toMatchObject([{ kind: "unreadable", path: join(state, "lineage.jsonl") }]);
    const named = (await findings(library)).map(({ path, reasons }) => [path, reasons.join(" ")]);
    for (const name of ["lineage.jsonl", "replies.jsonl", "runs/workspace-x/a.jsonl"])
      expect(named).toContainEqual([join(state, name), expect.stringContaining("is a named pipe")]);
  });

  it("are an agent's index, which takes away only the names in it", async () => {
    const codex = join(home.path, "codex");
    mkdirSync(codex, { recursive: true });
    pipe(join(codex, "session_index.jsonl"));
    const library = open({ sources: [codexSource], homes: { codex: [codex] } });
    expect((await library.list(all)).total).toBe(0);
    expect(await findings(library)).toMatchObject([{ path: join(codex, "session_index.jsonl") }]);
  });

  it("are not ours to read: a file is counted, a folder is named, and the rest is listed", async () => {
    put(seed("fine", 1));
    chmodSync(put(seed("secret", 2)), 0);
    mkdirSync(at("sessions/closed"), { mode: 0 });
    await asNobody(async () => {
      const library = open();
      expect(await library.list(all)).toMatchObject({
        sessions: [{ thread: "fine" }],
        hidden: { empty: 0, unreadable: 1 },
      });
      expect(await library.warnings()).toMatchObject([{ kind: "unreadable", path: at("sessions/closed") }]);
      const reasons = new Map((await findings(library)).map(({ path, reasons }) => [path, reasons.join(" ")]));
      expect(reasons.get(at("sessions/closed"))).toContain("EACCES");
      expect(reasons.get(at("sessions/secret.jsonl"))).toContain("EACCES");
      closeAll();
    });
  });
});

/** Root may read everything: it acts as somebody else for a while, who owns the home. */
async function asNobody(act: () => Promise<void>): Promise<void> {
  if (process.getuid?.() !== 0) return act();
  const nobody = 65534;
  execFileSync("chown", ["-R", String(nobody), home.root]);
  process.seteuid?.(nobody);
  try {
    await act();
  } finally {
    process.seteuid?.(0);
  }
}
