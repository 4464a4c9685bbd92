import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { zstdCompressSync } from "node:zlib";
import { asThreadId, type SessionSummary } from "@reprise/model";
import { compareTrees, hashTree } from "@reprise/testkit";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { forged } from "../../test/bundle/forge.ts";
import { Holder } from "../../test/bundle/session-bundle.ts";
import { bundleBytes, unpackBundle } from "./bundle-file.ts";
import { usualLimits } from "./limits.ts";

let [there, here] = [] as unknown as [Holder, Holder];
beforeEach(async () => {
  [there, here] = [await Holder.make(), await Holder.make()];
});
afterEach(async () => {
  await there.scratch.remove();
  await here.scratch.remove();
});

const homes = { codex: ".codex", claude: ".claude", gemini: ".gemini" } as const;
const folders = { codex: "sessions", claude: "projects", gemini: "tmp" } as const;

/** What a list shows of a session, without its place. */
function seen({ id, title, turnCount, itemCount, messageCount, state, damageCount, model }: SessionSummary) {
  return { id, title, turnCount, itemCount, messageCount, state, damageCount, model };
}

describe.each([
  ["codex/forked"],
  ["codex/compacted"],
  ["codex/exec-tools"],
  ["codex/archived"],
  ["codex/release-0.98.0"],
  ["claude/forked"],
  ["claude/subagent"],
  ["claude/compacted"],
  ["claude/rewound"],
  ["gemini/tools-resumed"],
  ["gemini/subagent"],
  ["gemini/resumed-with-stub"],
  ["gemini/whole-document"],
])("every session of %s", (recording) => {
  const agent = recording.split("/")[0] as keyof typeof homes;

  test("is the same on another machine, also in another folder", async () => {
    await there.place(recording, folders[agent], homes[agent]);
    if (recording === "codex/archived") await there.place(recording, "archived_sessions", homes[agent]);
    const sessions = (await there.sessions()).filter(({ subagentOf }) => subagentOf === null);
    expect(sessions).not.toEqual([]);
    for (const session of sessions) {
      const bundle = await there.bundle(session.id);
      for (const to of [null, "/somewhere/much/longer than before"]) {
        const from = session.workspace ?? "/srv/proj-a";
        await here.unbundle(bundle, ...(to === null ? [] : [{ from, to }]));
        const found = (await here.sessions()).find(({ id }) => id === session.id);
        expect(found && seen(found)).toEqual(seen(session));
        expect(found?.workspace).toBe(to ?? session.workspace);
        rmSync(here.home(homes[agent]), { recursive: true });
      }
    }
  });
});

describe("a session of Codex", () => {
  /** Those of another machine are left out. */
  async function placeWithoutInstructions(): Promise<void> {
    await there.place("codex/exec-tools", "sessions", ".codex");
    const [path = ""] = (await there.sessions()).map(({ files }) => files[0]?.path);
    const text = readFileSync(path, "utf8");
    writeFileSync(path, text.replace(/"base_instructions":\{.*?\}\},/, ""));
    expect(readFileSync(path, "utf8")).not.toContain("base_instructions");
  }

  test("arrives byte for byte, and a second time nothing is written", async () => {
    await placeWithoutInstructions();
    const [session] = await there.sessions();
    const bundle = await there.bundle(session?.id ?? "");
    const done = await here.unbundle(bundle);
    const [path = ""] = done.files.map((file) => file.path);
    expect(readFileSync(path)).toEqual(readFileSync(session?.files[0]?.path ?? ""));
    const before = await hashTree(here.scratch.home);
    expect((await here.unbundle(bundle)).files).toEqual([{ path, state: "same" }]);
    writeFileSync(path, `${readFileSync(path, "utf8")}{"type":"more"}\n`);
    await expect(here.unbundle(bundle)).rejects.toThrow(/is already here with \d+ turns?; the bundle has/);
    writeFileSync(path, readFileSync(session?.files[0]?.path ?? ""));
    expect(compareTrees(before, await hashTree(here.scratch.home)).filter(({ change }) => change !== "time")).toEqual(
      [],
    );
  });

  test("that is compressed arrives compressed, or plain in another folder", async () => {
    await placeWithoutInstructions();
    const [plain] = await there.sessions();
    const path = plain?.files[0]?.path ?? "";
    writeFileSync(`${path}.zst`, zstdCompressSync(readFileSync(path)));
    rmSync(path);
    const bundle = await there.bundle(plain?.id ?? "");
    expect((await here.unbundle(bundle)).files).toMatchObject([{ path: expect.stringMatching(/\.jsonl\.zst$/) }]);
    rmSync(here.home(".codex"), { recursive: true });
    const moved = await here.unbundle(bundle, { from: plain?.workspace ?? "", to: "/moved" });
    expect(moved.files).toMatchObject([{ path: expect.stringMatching(/\.jsonl$/) }]);
    expect(await here.sessions()).toMatchObject([{ id: plain?.id, workspace: "/moved", turnCount: plain?.turnCount }]);
  });

  test("is bundled without its secrets if wanted, forks included", async () => {
    await there.place("codex/forked", "sessions", ".codex");
    const sessions = await there.sessions();
    const secret = "AKIAQ3EXB7KDLM5WTZ2N";
    const paths = new Set(sessions.flatMap(({ files }) => files.map(({ path }) => path)));
    // Of the same length: forks refer to bytes.
    for (const path of paths)
      writeFileSync(path, readFileSync(path, "utf8").replaceAll("You are a test agent", secret));
    const [fork] = sessions.filter(({ files }) => files.length > 1);
    const bundle = await there.bundle(fork?.id ?? "", { isRedacted: true });
    const done = await here.unbundle(bundle);
    expect(done.isRedacted).toBe(true);
    expect(done.warnings).toContain("Secrets in this bundle were replaced before it was made.");
    expect(await here.sessions()).toContainEqual(expect.objectContaining({ id: fork?.id, turnCount: fork?.turnCount }));
  });
});

describe("a recorded system prompt of Claude Code", () => {
  test("is left out, and the conversation keeps its order", async () => {
    await there.place("claude/forked", "projects", ".claude");
    const [session] = await there.sessions();
    expect(readFileSync(session?.files[0]?.path ?? "", "utf8")).toContain("prompt_snapshot");
    const done = await here.unbundle(await there.bundle(session?.id ?? ""));
    const path = done.files[0]?.path ?? "";
    const records = readFileSync(path, "utf8")
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    const ids = new Set(records.map(({ uuid }) => uuid));
    expect(JSON.stringify(records)).not.toContain("prompt_snapshot");
    expect(records.filter(({ parentUuid }) => typeof parentUuid === "string" && !ids.has(parentUuid))).toEqual([]);
    expect(done.changes).toEqual(["The recorded system prompt is left out: Claude Code would use it as its own."]);
  });
});

describe("a hostile bundle", () => {
  const about = (agent: string, thread: string) => ({
    session: `${agent}:${thread}`,
    agent,
    thread: asThreadId(thread),
    title: "t",
    workspace: "/w",
    turnCount: 1,
    updatedAt: null,
    agentVersion: null,
    gitCommit: null,
    gitUrl: null,
    isRedacted: false,
  });
  const thread = "01a1e0b9-168f-7dd1-ac50-c83d65bf9ac8";
  const good = `agent/sessions/2026/11/15/rollout-2026-11-15T19-39-48-${thread}.jsonl`;

  test.each([
    ["codex", "agent/config.toml"],
    ["codex", "agent/auth.json"],
    ["codex", "agent/rules/default.rules"],
    ["codex", "agent/sessions/config.toml"],
    ["codex", "agent/sessions/2026/11/15/deep/rollout-2026-11-15T19-39-48-x.jsonl"],
    ["claude", "agent/settings.json"],
    ["claude", "agent/memory/MEMORY.md"],
    ["claude", `agent/${thread}/other/x.md`],
    ["gemini", "agent/settings.json"],
    ["gemini", "agent/other/x.jsonl"],
    ["opencode", "agent/opencode.json"],
  ])("of %s cannot add %s", async (agent, path) => {
    const bundle = await forged([{ path, content: "{}" }], { kind: "session", about: about(agent, thread) });
    const file = await here.write("hostile.bundle", bundle);
    const moves = agent === "opencode" ? [{ from: "/w", to: here.scratch.workspace }] : [];
    await refused(file, /has no session file with the name/, ...moves);
  });

  test.each([
    ["another kind", { kind: "chat", about: {} }, /is a bundle of a chat/],
    ["no session", { kind: "session", about: {} }, /what it says about its session is not valid/],
    ["two sessions", { kind: "session", about: { ...about("codex", thread), thread: "other" } }, /names two sessions/],
    ["an unknown agent", { kind: "session", about: about("nobody", thread) }, /cannot add sessions of nobody/],
  ])("with %s is refused", async (_, changes, why) => {
    const bundle = await forged([{ path: good, content: "{}" }], changes);
    await refused(await here.write("hostile.bundle", bundle), why);
  });

  test("with only journals, a wrong path or a changed byte is refused", async () => {
    const session = { kind: "session", about: about("codex", thread) };
    const journal = await forged([{ path: "journals/a/b.jsonl", content: "{}" }], session);
    await refused(await here.write("a.bundle", journal), /it holds no session/);
    const outside = await forged([{ path: "agent/../../../x", content: "{}" }], session);
    await refused(await here.write("b.bundle", outside), /has the folder name "\.\."/);
    const whole = await forged([{ path: good, content: "{}" }], session);
    whole[whole.length - 40] = (whole[whole.length - 40] ?? 0) ^ 1;
    await refused(await here.write("c.bundle", whole), /is damaged/);
    await refused(await here.write("d.bundle", whole.subarray(0, 200)), /is damaged/);
  });

  test("puts its journals where no plan reads them", async () => {
    const content = { path: "journals/workspace-1/x.jsonl", content: '{"type":"run-started"}\n' };
    const bundle = await forged([{ path: good, content: "{}\n" }, content], {
      kind: "session",
      about: about("codex", thread),
    });
    const done = await here.unbundle(await here.write("x.bundle", bundle));
    const kept = here.file("state", "unbundled", "codex", thread, "workspace-1", "x.jsonl");
    expect(done.files).toContainEqual({ path: kept, state: "new" });
    expect([...(await hashTree(here.file("state"))).keys()]).toEqual([`unbundled/codex/${thread}/workspace-1/x.jsonl`]);
  });

  async function refused(file: string, why: RegExp, ...moves: { from: string; to: string }[]) {
    await here.sessions();
    const before = await hashTree(here.scratch.root);
    await expect(here.unbundle(file, ...moves)).rejects.toThrow(why);
    const changes = compareTrees(before, await hashTree(here.scratch.root));
    expect(changes.filter(({ path }) => !path.startsWith("cache/"))).toEqual([]);
  }
});

describe("the name and tags of a session", () => {
  const given = { name: "login rewrite", tags: ["bug", "ui/login"], isHidden: true };
  const bundled = async () => {
    await there.place("codex/forked", "sessions", ".codex");
    const [session] = await there.sessions();
    if (!session) throw new Error("no session");
    await there.annotate(session.id, given);
    return { id: session.id, bundle: await there.bundle(session.id) };
  };
  const noted = async (id: string) => {
    const found = (await here.sessions()).find((one) => one.id === id);
    return found && { name: found.name, tags: found.tags, hidden: found.hidden };
  };

  test("are added on the other machine, but not that it is hidden", async () => {
    const { id, bundle } = await bundled();
    expect(await here.unbundle(bundle)).toMatchObject({ name: "login rewrite", tags: ["bug", "ui/login"] });
    expect(await noted(id)).toEqual({ name: "login rewrite", tags: ["bug", "ui/login"], hidden: false });
    expect(await here.unbundle(bundle)).toMatchObject({ name: null, tags: [], warnings: expect.any(Array) });
  });

  test("are not in a bundle of a session that has none", async () => {
    await there.place("codex/forked", "sessions", ".codex");
    const [session] = await there.sessions();
    const bundle = await there.bundle(session?.id ?? "");
    expect(await here.unbundle(bundle)).toMatchObject({ name: null, tags: [] });
    expect(here.hasState("annotations.jsonl")).toBe(false);
  });

  test("never replaces a name, and takes no name or tag that a person could not give", async () => {
    const { id, bundle } = await bundled();
    await here.unbundle(bundle);
    await here.annotate(id, { name: "mine", tags: ["own"] });
    const again = await here.unbundle(bundle);
    expect(again.warnings).toContain(
      'It is called "mine" here and "login rewrite" in the bundle. The name here is kept.',
    );
    expect(await noted(id)).toMatchObject({ name: "mine", tags: ["bug", "own", "ui/login"] });
    await here.annotate(id, { name: null, tags: [] });
    for (const [text, warning] of [
      ['{"v":1,"name":"a\\u001b[2Jb","tags":[]}', "are not valid"],
      ['{"v":1,"name":"\\u202etxt","tags":[]}', "are not valid"],
      ['{"v":1,"name":null,"tags":["a b"]}', "are not valid"],
      ['{"v":1,"name":7,"tags":[]}', "are not valid"],
      ["[]", "are not valid"],
      ['{"v":2,"name":"x","tags":[]}', "a newer Reprise"],
    ] as const) {
      const hostile = await here.write("hostile.bundle", await withAnnotation(bundle, text));
      const { name, tags, warnings } = await here.unbundle(hostile);
      expect([name, tags, warnings.join(" ")]).toEqual([null, [], expect.stringContaining(warning)]);
      expect(await noted(id)).toMatchObject({ name: null, tags: [] });
    }
  });
});

/** The bundle with another text in place of its name and tags, and valid hashes. */
async function withAnnotation(bundle: string, text: string): Promise<Buffer> {
  const folder = there.file("forged", String(Math.random()));
  const { parts, kind, about } = await unpackBundle(bundleBytes(bundle), folder, {
    name: bundle,
    limits: usualLimits,
  });
  const changed = parts.map(({ path }) => {
    const content = path === "annotation.json" ? text : readFileSync(`${folder}/${path}`, "utf8");
    return { path, content };
  });
  return forged(changed, { kind, about });
}
