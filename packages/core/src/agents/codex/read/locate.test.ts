import { SessionError } from "@reprise/model";
import { memoryHost } from "@reprise/testkit";
import { describe, expect, it } from "vitest";
import type { Host } from "../../../host/host.ts";
import { existingHomes } from "../../reading/source.ts";
import { codexSource } from "../source.ts";
import { parseRolloutName } from "./locate.ts";

const id = "01a1e0b5-021f-7ab0-a082-5e0c3412cbb8";
const home = "/home/dev/.codex";

const there = (homes: (host: Host) => readonly string[], host: Host) => existingHomes(homes(host), host);

describe("codexSource.homes", () => {
  it("finds the home, by the environment or by default, and the one beside it", () => {
    const files = { "/home/dev/.codex/x": "", "/other/x": "", "/home/dev/.codexpotter/codex-compat/x": "" };
    expect(there(codexSource.homes, memoryHost(files))).toEqual([home, "/home/dev/.codexpotter/codex-compat"]);
    expect(there(codexSource.homes, memoryHost(files, { CODEX_HOME: "/other" }))).toEqual([
      "/other",
      "/home/dev/.codexpotter/codex-compat",
    ]);
    expect(there(codexSource.homes, memoryHost({}))).toEqual([]);
  });
});

describe("codexSource.locate", () => {
  it("finds rollouts in dated folders, flat ones, archived and compressed ones, and opens none", () => {
    const host = memoryHost({
      [`${home}/sessions/2026/11/15/rollout-2026-11-15T19-35-21-${id}.jsonl`]: "{}",
      [`${home}/sessions/2026/11/15/rollout-2026-11-15T19-35-22-${id}_seg-1.jsonl`]: "{}",
      [`${home}/sessions/rollout-2025-04-20-old.json`]: "{}",
      [`${home}/sessions/2026/01/02/rollout-2026-01-02T00-00-00-packed.jsonl.zst`]: "x",
      [`${home}/archived_sessions/rollout-2026-11-15T19-35-21-gone.jsonl`]: "{}",
      [`${home}/sessions/2026/11/15/renamed-by-hand.jsonl`]: "{}",
      [`${home}/sessions/2026/11/15/notes.txt`]: "not a rollout",
      [`${home}/config.toml`]: "",
    });
    const { rollouts, warnings } = codexSource.locate(home, host);
    expect(rollouts.map(({ thread, rolloutId, archived }) => [thread, rolloutId, archived])).toEqual([
      [id, id, false],
      [id, "seg-1", false],
      [null, null, false],
      ["packed", "packed", false],
      ["old", "old", false],
      ["gone", "gone", true],
    ]);
    expect(warnings).toEqual([]);
    expect(host.read).toEqual([]);
  });

  it("names a folder that cannot be read, and goes on with the rest", () => {
    const host = memoryHost({
      [`${home}/sessions/2026/a/rollout-2026-11-15T19-35-21-${id}.jsonl`]: "{}",
      [`${home}/sessions/2026/b/x`]: "",
    });
    const { list } = host.files;
    Object.assign(host.files, {
      list(folder: string) {
        if (folder.endsWith("/b")) throw new SessionError("unreadable", `${folder} cannot be read (EACCES).`);
        return list(folder);
      },
    });
    const { rollouts, warnings } = codexSource.locate(home, host);
    expect(rollouts).toHaveLength(1);
    expect(warnings).toMatchObject([{ kind: "unreadable", path: `${home}/sessions/2026/b` }]);
  });
});

describe("codexSource.names", () => {
  it("the last name given stands, and bad lines name nothing", () => {
    const named = (name: string) => JSON.stringify({ id, thread_name: name });
    const host = memoryHost({
      [`${home}/session_index.jsonl`]: `${named("first")}\nbroken{\n${named("second")}\n`,
    });
    expect(codexSource.names(home, host).get(id)).toBe("second");
  });
});

describe("codexSource.owners", () => {
  it("a lock file nobody holds means nothing; a held one names its process", () => {
    const lock = `${home}/thread-writer-locks/${id}.lock`;
    const host = memoryHost({ [lock]: "", [`${home}/thread-writer-locks/.coordination.lock`]: "" });
    expect(codexSource.owners(home, [], host).size).toBe(0);
    Object.assign(host.processes, {
      lockHolders: (paths: string[]) => new Map(paths.map((path) => [path, 42])),
      describe: (pid: number) => ({ pid, program: "codex", terminal: null }),
    });
    expect([...codexSource.owners(home, [], host)]).toEqual([[id, { pid: 42, program: "codex", terminal: null }]]);
  });

  it("where locks cannot be listed nobody is said to hold anything", () => {
    const host = memoryHost({ [`${home}/thread-writer-locks/${id}.lock`]: "" });
    Object.assign(host.processes, { lockHolders: () => null });
    expect(codexSource.owners(home, [], host).size).toBe(0);
  });
});

describe("parseRolloutName", () => {
  it("tells the thread from the file's own id", () => {
    expect(parseRolloutName(`rollout-2026-11-15T19-39-48-${id}_01a1e0b9-148a.jsonl`)).toEqual({
      thread: id,
      rolloutId: "01a1e0b9-148a",
    });
    expect(parseRolloutName("rollout-2025-05-08-5973b6c0-94b8.jsonl")).toEqual({
      thread: "5973b6c0-94b8",
      rolloutId: "5973b6c0-94b8",
    });
    expect(parseRolloutName("session.jsonl")).toBeNull();
  });
});
