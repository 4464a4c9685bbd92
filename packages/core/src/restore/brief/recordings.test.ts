import { cpSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { SessionSummary, Unfinished } from "@reprise/model";
import { hashTree, makeScratch, type Scratch } from "@reprise/testkit";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { nodeHost } from "../../host/node-host.ts";
import type { FileLibrary } from "../../library/file-library.ts";
import { openFileLibrary } from "../../library.ts";
import { type CountTokens, mostTokens } from "../../transcript/count-tokens.ts";
import { unfinishedOf } from "../unfinished.ts";
import { readDigest } from "./digest/read-digest.ts";
import { writeBrief } from "./write-brief.ts";

const fixtures = fileURLToPath(new URL("../../../../../fixtures/", import.meta.url));
let count: CountTokens;
beforeAll(async () => {
  count = await mostTokens();
});

describe.each(["codex", "claude", "gemini", "opencode"] as const)("briefs of recorded sessions of %s", (agent) => {
  let scratch: Scratch;
  beforeAll(async () => {
    scratch = await makeScratch();
  });
  const cases = readdirSync(join(fixtures, agent), { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? [entry.name] : [],
  );
  const libraries = new Map<string, FileLibrary>();
  afterAll(async () => {
    for (const library of libraries.values()) library.close();
    await scratch.remove();
  });

  function libraryOf(name: string): { library: FileLibrary; home: string } {
    const home = join(scratch.root, name);
    const known = libraries.get(name);
    if (known) return { library: known, home };
    cpSync(join(fixtures, agent, name), home, { recursive: true });
    const state = join(scratch.root, `state-${name}`);
    const library = openFileLibrary(nodeHost({ HOME: state, REPRISE_HOME: state }), {
      homes: { [agent]: [home] },
    });
    libraries.set(name, library);
    return { library, home };
  }

  async function sessionsOf(library: FileLibrary): Promise<readonly SessionSummary[]> {
    const query = {
      scope: "all",
      archived: true,
      subagents: true,
      includeEmpty: true,
      limit: 100,
    } as const;
    return (await library.list(query)).sessions;
  }

  async function briefIn(library: FileLibrary, session: SessionSummary, tokens: number) {
    const unfinished: Unfinished[] = [];
    const last = await library.read(session, { last: 1 });
    for await (const turn of last.turns) unfinished.push(...unfinishedOf([turn], null, nodeHost({})));
    const { turns } = await library.read(session);
    const files = session.files.find(({ role }) => role === "main")?.path ?? "";
    const digest = await readDigest(turns);
    return {
      digest,
      ...writeBrief(digest, { session, files, drift: [], unfinished, pending: [] }, { tokens, count }),
    };
  }

  it.each(cases)("%s: within every budget, with the last prompt, and nothing changed", async (name) => {
    const { library, home } = libraryOf(name);
    const before = await hashTree(home);
    const sessions = await sessionsOf(library);
    expect(sessions.length).toBeGreaterThan(0);
    for (const session of sessions) {
      for (const tokens of [512, 4000]) {
        const { text, digest } = await briefIn(library, session, tokens);
        expect(count(text)).toBeLessThanOrEqual(tokens);
        if (tokens < 4000) continue;
        expect(text).toContain(`Restore this session: ${session.id}\nFile: `);
        const last = digest.requests.at(-1);
        if (last) expect(text).toContain(last.prompt.line(80));
        if (session.turnCount > 0 && digest.takenBack.turnCount === 0 && last?.turn === session.turnCount)
          expect(digest.state).toBe(session.state);
      }
    }
    expect(await hashTree(home)).toEqual(before);
  });

  if (agent === "claude") {
    it("tells the branch that goes on, not the one that was left", async () => {
      const { library } = libraryOf("rewound");
      const sessions = await sessionsOf(library);
      const { text, digest } = await briefIn(library, sessions[0] as SessionSummary, 4000);
      const prompts = digest.requests.map(({ prompt }) => prompt.line(99));
      expect(prompts).toContain("two, differently");
      expect(prompts).not.toContain("two");
      expect(text).toContain("another second answer");
      expect(text).toMatch(/\(\d turns? (was|were) taken back/);
    });
  }

  if (agent === "codex") {
    it("tells of a command that was killed what is known of it", async () => {
      const { library } = libraryOf("kill9-mid-tool");
      const [session] = await sessionsOf(library);
      const { text } = await briefIn(library, session as SessionSummary, 2000);
      expect(text).toMatch(/## Open\n- command `.+`: outcome unknown/);
      expect(text.split("\n").at(-1)).toMatch(/Open: turn \d+ \(interrupted\), 1 unfinished step\./);
    });

    it("keeps the summary of a compaction", async () => {
      const { library } = libraryOf("resume-with-overrides");
      const summaries = await Promise.all(
        (await sessionsOf(library)).map(async (session) => (await briefIn(library, session, 4000)).text),
      );
      expect(summaries.join("\n")).toContain("## The agent's own summary, made in turn");
    });
  }
});
