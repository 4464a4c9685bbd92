import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { SessionSummary } from "@reprise/model";
import { type AgentProcess, until } from "@reprise/testkit";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { LiveStage } from "./live-stage.ts";

const total = 24;
const words = ["--via", "segments", "--segment-tokens", "1"]; // each item is a segment

describe("replay by segments, by the built program with the real Codex", () => {
  let stage: LiveStage;
  let source: SessionSummary;
  let folder: string;
  beforeEach(async () => {
    stage = await LiveStage.open("segments");
    folder = stage.folder("work");
    writeOldSession(stage.codexHome);
    source = await stage.session(({ lineage }) => lineage === null);
    stage.model.push(...Array.from({ length: 40 }, () => [{ delayMs: 20_000 }, { text: "never said" }]));
  });
  afterEach(() => stage.close());

  /** The numbers of the segments that the agent's own log of the new session holds; the end is 0. */
  async function told(): Promise<readonly number[]> {
    const fresh = await stage.session(({ id, turnCount }) => id !== source.id && turnCount > 0);
    const prompts = (await stage.turns(fresh.id)).flatMap(({ items }) =>
      items.flatMap((item) => (item.kind === "prompt" ? [item.text] : [])),
    );
    return prompts.map((text) => Number(/: (?:segment (\d+) of 24|end)\]/.exec(text)?.[1] ?? 0));
  }

  test("progress goes to stderr, each segment is sent once, and what was sent is in the summary", async () => {
    const changed = await stage.watchSessions();
    const ended = await stage.run(folder, "replay", source.id, ...words, "--cwd", folder, "--yes");
    expect([ended.code, ended.stdout]).toEqual([0, ""]);
    const bars = ended.stderr.split("\n").filter((line) => line.startsWith("Restoring: ["));
    expect(bars.length).toBeGreaterThan(1);
    expect(bars.at(-1)).toBe("Restoring: [##########] 100%");
    expect(await told()).toEqual([...upTo(total), 0]);
    expect(ended.stderr).toMatch(/Replayed as codex:\S+: 24 items in 24 segments, [1-9][\d,]* tokens sent to a model/);
    expect(await changed()).toEqual([]);
  });

  test("Esc stops it with one line; the same command goes on, and no segment is sent twice", async () => {
    const command = ["replay", source.id, ...words, "--cwd", folder, "--yes"];
    const shown = await onTerminal(stage, folder, command, async (terminal, screen) => {
      await until(() => / [1-9]\d?%/.test(screen()), { ...patience, what: "the first segment" });
      terminal.write("\u001b");
    });
    expect(shown.code).toBe(1);
    const lines = shown.text.split("\n").filter((line) => line.includes("cancelled"));
    expect(lines).toHaveLength(1);
    const [, done] = /^Replay cancelled after (\d+) of 24 segments\.$/.exec(lines[0] ?? "") ?? [];
    expect(await told()).toEqual(upTo(Number(done)));
    expect(Number(done)).toBeLessThan(total);

    const again = await stage.run(folder, ...command);
    expect(again.code, again.stderr).toBe(0);
    expect(await told()).toEqual([...upTo(total), 0]);
    expect(await stage.sessions()).toHaveLength(2);
  });

  test("--step waits for Enter before each segment, and Esc there sends nothing more", async () => {
    const command = ["replay", source.id, ...words, "--cwd", folder, "--step"];
    const asks = (screen: string) => [...screen.matchAll(/Segment (\d+) of \d+ \(about \d+ tokens?\): Enter/g)];
    const shown = await onTerminal(stage, folder, command, async (terminal, screen) => {
      await until(() => screen().includes("Enter starts"), { ...patience, what: "the question" });
      expect(await stage.sessions()).toHaveLength(1);
      const enter = async (count: number) => {
        await until(() => /(Enter|Esc)[^\n]* $/.test(screen()), { ...patience, what: "Enter to count" });
        terminal.write("\r");
        await until(() => asks(screen()).length === count, { ...patience, what: `segment ${count}` });
      };
      await enter(1);
      expect(stage.asked()).toHaveLength(0);
      await enter(2);
      expect(await told()).toEqual([1]);
      await enter(3);
      terminal.write("\u001b");
    });
    expect(shown.text).toMatch(/^Replay cancelled after 2 of 24 segments\.$/m);
    expect(shown.code).toBe(1);
    expect(await told()).toEqual([1, 2]);
  });

  test("a thread of which Codex left an empty file is begun again: nothing in it was told", async () => {
    const command = ["replay", source.id, ...words, "--cwd", folder];
    await onTerminal(stage, folder, [...command, "--yes", "--step"], async (terminal, screen) => {
      await until(() => screen().includes("Segment 1 of 24"), { ...patience, what: "segment 1" });
      terminal.write("\u001b");
    });
    const { thread } = await stage.runIn(folder, () => true);
    // As a SIGKILL between making the file and writing its first line leaves it.
    const day = join(stage.codexHome, "sessions", "2026", "01", "02");
    mkdirSync(day, { recursive: true });
    writeFileSync(join(day, `rollout-2026-01-02T00-00-00-${thread}.jsonl`), "");
    const again = await stage.run(folder, ...command, "--yes");
    expect(again.code, again.stderr).toBe(0);
    expect(await told()).toEqual([...upTo(total), 0]);
    expect(await stage.runIn(folder)).toMatchObject({ status: "completed", restore: { isDone: true } });
  });
});

/** As Codex wrote them in July 2025: the plainest format that there is. */
function writeOldSession(codexHome: string): void {
  const id = "7d1f1c52-36a5-4c89-9b3e-0123456789ab";
  const said = Array.from({ length: total }, (_, index) => ({
    type: "message",
    role: index % 2 === 0 ? "user" : "assistant",
    content: [{ type: index % 2 === 0 ? "input_text" : "output_text", text: `message ${index + 1}` }],
  }));
  const rows = [{ id, timestamp: "2025-07-20T10:00:00.000Z", instructions: null }, ...said];
  const sessions = join(codexHome, "sessions", "2025", "07", "20");
  mkdirSync(sessions, { recursive: true });
  const path = join(sessions, `rollout-2025-07-20T10-00-00-${id}.jsonl`);
  writeFileSync(path, rows.map((row) => `${JSON.stringify(row)}\n`).join(""));
}

const patience = { timeoutMs: 60_000 };

function upTo(last: number): number[] {
  return Array.from({ length: last }, (_, index) => index + 1);
}

async function onTerminal(
  stage: LiveStage,
  folder: string,
  command: readonly string[],
  act: (terminal: AgentProcess, screen: () => string) => Promise<void>,
): Promise<{ readonly code: number | null; readonly text: string }> {
  const terminal = stage.startOnTerminal(folder, ...command);
  await act(terminal, terminal.shown);
  const { code } = await terminal.exited;
  return { code, text: terminal.shown().replaceAll("\r\n", "\n") };
}
