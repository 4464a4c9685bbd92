import {
  appendFileSync,
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Library, Usage } from "@reprise/model";
import { compareTrees, hashTree } from "@reprise/testkit";
import { afterEach, describe, expect, it } from "vitest";
import { nodeHost } from "../../src/host/node-host.ts";
import { openLibrary } from "../../src/library.ts";

const fixtures = fileURLToPath(new URL("../../../../fixtures/", import.meta.url));
const all = { scope: "all", zone: "UTC" } as const;
const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

function scratch(): string {
  const folder = mkdtempSync(join(tmpdir(), "usage-"));
  folders.push(folder);
  return folder;
}

function libraryOf(agent: string, home: string): Library {
  const own = scratch();
  const host = nodeHost({ HOME: own, REPRISE_CACHE: own, REPRISE_STATE: own });
  return openLibrary(host, { homes: { [agent]: [home] } });
}

async function usageOf(agent: string, recording: string): Promise<Usage> {
  const library = libraryOf(agent, join(fixtures, agent, recording));
  try {
    return await library.usage(all);
  } finally {
    library.close();
  }
}

/** `input/cached/output/reasoning`, then what was done. */
const inShort = ({ sessions }: Usage) =>
  sessions.map(({ turnCount, tokens, workMs, commandCount, failedCommandCount, editCount }) => {
    const { input, cached, output, reasoning } = tokens;
    const done = `${commandCount} commands, ${failedCommandCount} failed, ${editCount} edits`;
    return `${turnCount} turns, ${workMs} ms, ${[input, cached, output, reasoning].join("/")}, ${done}`;
  });

// Each figure was counted by hand in the files.
describe.each([
  ["codex", "exec-tools", ["1 turns, 535 ms, 300/0/30/0, 1 commands, 0 failed, 1 edits"]],
  ["codex", "interrupt-mid-tool", ["1 turns, 1684 ms, 100/0/10/0, 1 commands, 0 failed, 0 edits"]],
  // `token_count` only, with repeated lines.
  ["codex", "release-0.42.0", ["2 turns, 104 ms, 300/30/60/15, 1 commands, 0 failed, 0 edits"]],
  // `token_count` and `token_usage_record` of the same replies.
  ["codex", "release-0.166.0", ["2 turns, 605 ms, 300/30/60/15, 1 commands, 0 failed, 0 edits"]],
  // Before 2025-09 neither tokens nor times were recorded.
  ["codex", "release-0.8.0", ["1 turns, null ms, ///, 1 commands, 0 failed, 0 edits"]],
  // The fork starts at a total of 330, of which 220 are its parent's.
  [
    "codex",
    "forked",
    [
      "1 turns, 34 ms, 100/0/10/0, 0 commands, 0 failed, 0 edits",
      "5 turns, 383 ms, 500/0/50/0, 0 commands, 0 failed, 0 edits",
    ],
  ],
  // Three messages on eight lines, each with the usage of its message.
  ["claude", "tools-side-by-side", ["1 turns, 248 ms, 300/0/30/0, 1 commands, 1 failed, 2 edits"]],
  ["claude", "rewound", ["5 turns, 348 ms, 500/0/50/0, 0 commands, 0 failed, 0 edits"]],
  ["claude", "api-error", ["1 turns, 165 ms, ///, 0 commands, 0 failed, 0 edits"]],
  [
    "claude",
    "subagent",
    [
      "1 turns, 68 ms, 10/0/7/0, 0 commands, 0 failed, 0 edits",
      "1 turns, 325 ms, 30/0/21/0, 0 commands, 0 failed, 0 edits",
    ],
  ],
  // Six replies, most of them written twice, and listed again by a resume.
  ["gemini", "tools-resumed", ["2 turns, 362 ms, 600/0/60/0, 1 commands, 1 failed, 2 edits"]],
  ["gemini", "whole-document", ["2 turns, 70000 ms, 130/0/17/3, 1 commands, 0 failed, 0 edits"]],
  ["opencode", "given", ["4 turns, 27004 ms, 500/0/50/0, 1 commands, 0 failed, 1 edits"]],
] as const)("usage in recordings of %s", (agent, recording, expected) => {
  it(`${recording}: is what the files have`, async () => {
    expect(inShort(await usageOf(agent, recording))).toEqual(expected);
  });
});

describe("usage", () => {
  it.each(recordingsOf("codex"))("of Codex is the sum of all replies: %s", async (recording) => {
    const replies = new Map<string, readonly [number, number]>();
    for (const { type, payload } of linesIn("codex", recording)) {
      if (type !== "token_usage_record") continue;
      const { response_id, turn_id, usage } = payload;
      replies.set(`${response_id} ${turn_id}`, [usage.input_tokens, usage.output_tokens]);
    }
    if (replies.size > 0) expect(await sumOf("codex", recording)).toEqual(summed([...replies.values()]));
  });

  it.each(recordingsOf("claude"))("of Claude Code is the sum of all messages: %s", async (recording) => {
    const messages = new Map<string, readonly [number, number]>();
    for (const { type, message } of linesIn("claude", recording)) {
      if (type !== "assistant" || message.model === "<synthetic>") continue;
      const {
        input_tokens,
        cache_read_input_tokens = 0,
        cache_creation_input_tokens = 0,
        output_tokens,
      } = message.usage;
      messages.set(message.id, [input_tokens + cache_read_input_tokens + cache_creation_input_tokens, output_tokens]);
    }
    expect(await sumOf("claude", recording)).toEqual(summed([...messages.values()]));
  });

  it("of an OpenCode session and its fork counts the copied messages once", async () => {
    const { sessions, without } = await usageOf("opencode", "recorded");
    const inputs = Object.fromEntries(sessions.map(({ session, tokens }) => [session.slice(-6), tokens.input]));
    expect(inputs).toMatchObject({ UDuH5i: 200, irJXsR: 100, wC2QaF: 600 });
    expect(without.tokens).toBe(4);
  });

  it("of a fork of a session without turn ids counts what it copied once: Codex gives the copies the fork's time", async () => {
    const home = join(scratch(), "home");
    cpSync(join(fixtures, "codex", "release-0.98.0"), home, { recursive: true });
    const name =
      readdirSync(home, { recursive: true })
        .map(String)
        .find((path) => path.endsWith(".jsonl")) ?? "";
    const [header = "", ...lines] = readFileSync(join(home, name), "utf8").trimEnd().split("\n");
    const timestamp = "2026-11-18T20:30:42.742Z";
    const { payload } = JSON.parse(header);
    const id = "01a1f05a-c40e-7df1-a9c1-fa48a878e74c";
    const own = { timestamp, type: "session_meta", payload: { ...payload, id, forked_from_id: payload.id, timestamp } };
    const copied = [header, ...lines].map((line) => JSON.stringify({ ...JSON.parse(line), timestamp }));
    writeFileSync(
      join(home, dirname(name), `rollout-2026-11-18T20-30-42-${id}.jsonl`),
      [JSON.stringify(own), ...copied, ""].join("\n"),
    );
    const library = libraryOf("codex", home);
    expect((await library.usage(all)).total).toMatchObject({ turnCount: 2, tokens: { input: 300, output: 60 } });
    library.close();
  });

  it("changes no file, and reads a file that has grown from where it ended", async () => {
    const home = join(scratch(), "home");
    cpSync(join(fixtures, "codex", "release-0.166.0"), home, { recursive: true });
    const own = scratch();
    const host = nodeHost({ HOME: own, REPRISE_CACHE: own, REPRISE_STATE: own });
    const openedAt: number[] = [];
    const files: typeof host.files = Object.create(host.files);
    files.open = (path, fromByte = 0) => {
      openedAt.push(fromByte);
      return host.files.open(path, fromByte);
    };
    const library = openLibrary({ ...host, files }, { homes: { codex: [home] } });
    const before = await hashTree(home);
    const first = await library.usage(all);
    expect(compareTrees(before, await hashTree(home))).toEqual([]);
    const { path = "" } = (await library.find(first.sessions[0]?.session ?? "")).files[0] ?? {};
    const [, ...again] = readFileSync(path, "utf8")
      .replaceAll(/"ordinal":\d+,/g, "")
      .split("\n");
    const { size } = statSync(path);
    openedAt.length = 0;
    appendFileSync(path, again.join("\n").replaceAll('"turn_id":"01', '"turn_id":"02'));
    const second = await library.usage(all);
    // For the row, then to count; before that, samples of what was known are compared.
    expect(openedAt.slice(-2)).toEqual([size, size]);
    expect(second.total.turnCount).toBe(first.total.turnCount * 2);
    expect(second.total.commandCount).toBe(first.total.commandCount * 2);
    rmSync(path);
    expect((await library.usage(all)).sessions).toEqual([]);
    library.close();
  });
});

function recordingsOf(agent: string): string[] {
  return readdirSync(join(fixtures, agent), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== "archived")
    .map(({ name }) => name);
}

// biome-ignore lint/suspicious/noExplicitAny: lines of another program
function linesIn(agent: string, recording: string): any[] {
  const home = join(fixtures, agent, recording);
  const paths = readdirSync(home, { recursive: true, encoding: "utf8" }).filter((path) => path.endsWith(".jsonl"));
  return paths.flatMap((path) =>
    readFileSync(join(home, path), "utf8")
      .split("\n")
      .flatMap((line) => {
        try {
          return [JSON.parse(line)];
        } catch {
          return [];
        }
      }),
  );
}

async function sumOf(agent: string, recording: string): Promise<readonly [number, number]> {
  const { total } = await usageOf(agent, recording);
  return [total.tokens.input ?? 0, total.tokens.output ?? 0];
}

function summed(pairs: readonly (readonly [number, number])[]): readonly [number, number] {
  return pairs.reduce<readonly [number, number]>(([a, b], [c, d]) => [a + c, b + d], [0, 0]);
}
