import { expect, test } from "vitest";
import { DrivenLive, newBeginning, restoreBeginning } from "../../../test/support/live.ts";
import { bomb, dangerous, request } from "../../../test/support/plans.ts";
import { widthOf } from "../../text/width.ts";

const full = "ENOSPC: no space left on device, write: /home/me/.local/state/reprise/runs/x/y.jsonl";
const sick = { type: "journal-health", problem: full } as const;
const well = { type: "journal-health", problem: null } as const;

const foot = (live: DrivenLive, rows: number) => live.text.split("\n").slice(-rows).join("\n");

test("a full disk is told at once, with what to do, and stands in nobody's way", async () => {
  const live = new DrivenLive(restoreBeginning()).resumed().happens(sick).press('"go on"');
  expect(foot(live, 7)).toMatchInlineSnapshot(`
    "! The journal of this run is not written: the disk is full. Free some space; the
      run continues, and its events wait in memory until then. (ENOSPC: no space
      left on device, write: /home/me/.local/state/reprise/runs/x/y.jsonl)
    ────────────────────────────────────────────────────────────────────────────────
    › go on
    ready · gpt-5.2-codex · workspace-write · on-request · ~/shop
     Enter  send   Alt-Enter  new line   Esc Esc  back   Ctrl-T  unfold   F1  more"
  `);
  await live.press("enter").performs();
  expect(live.controls.done).toEqual(["send go on"]);
  expect(live.text).toContain("! The journal of this run is not written: the disk is full. Free some space");
});

test("it goes when the journal is written again, which is said once", () => {
  const live = new DrivenLive(restoreBeginning()).resumed().happens(sick, well, well);
  expect(live.text).not.toContain("not written");
  expect(live.text.match(/The journal of this run is written again\./g)).toHaveLength(1);
  expect(new DrivenLive(newBeginning).happens(well).text).not.toContain("written again");
});

test("it stays over an error, through turns, and in one row above a modal", () => {
  const failure = { kind: "server", message: "overloaded", resetsAt: null } as const;
  const live = new DrivenLive(restoreBeginning()).resumed().happens(sick);
  live.press('"x"', "enter").turnEnds({ state: "failed", failure });
  expect(live.text).toMatch(/! The journal of this run[\s\S]*! overloaded/);
  live.happens({ type: "request", request: request() }).waits();
  const lines = live.text.split("\n");
  const modal = lines.findIndex((line) => line.includes("asks to run a command"));
  expect(lines[modal - 1]).toMatch(/^! The journal of this run is not written: the disk is full\./);
});

test("at the end of the run it says what is missing, and what is not", () => {
  const live = new DrivenLive(restoreBeginning()).resumed().happens(sick);
  live.happens({ type: "run-ended", status: "completed", failure: null }).tell({ type: "run-over", failure: null });
  expect(live.text).toContain("! The end of this run is missing in its journal");
});

test.each([
  ["EACCES: permission denied, open '/s/runs/x.jsonl'", "Give back the right to write there"],
  ["EROFS: read-only file system, open '/s/runs/x.jsonl'", "Make it writable"],
  ["ENOTDIR: not a directory, mkdir '/s/runs/x'", "Move it away"],
  ["something else: /s/runs/x.jsonl", "(something else: /s/runs/x.jsonl)"],
])("%s", (problem, words) => {
  const live = new DrivenLive(newBeginning).resize(200, 24).happens({ type: "journal-health", problem });
  const said = live.text.replaceAll(/\n +/g, " ");
  expect(said).toContain(words);
  expect(said).toContain(problem);
});

test.each([40, 80, 200])("it fits at %i columns, and nothing of it acts on the terminal", (columns) => {
  const live = new DrivenLive(newBeginning).resize(columns, 24);
  live.happens({ type: "journal-health", problem: bomb.repeat(9) });
  for (const line of live.text.split("\n")) expect(widthOf(line)).toBeLessThanOrEqual(columns);
  expect(live.text.replaceAll("\n", "")).not.toMatch(dangerous);
});
