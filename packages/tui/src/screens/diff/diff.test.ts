import { sessionIdOf, type ThreadId, type Timestamp } from "@reprise/model";
import { memoryLibrary, promptTurn } from "@reprise/testkit";
import { expect, test } from "vitest";
import { Driven } from "../../../test/support/drive.ts";
import { testWorld } from "../../../test/support/world.ts";
import { begin, diffScreen } from "./index.ts";

const session = sessionIdOf("codex", "t-1" as ThreadId);

function edit(path: string, diff: string) {
  return { kind: "edit", status: "done", changes: [{ path, change: "add", diff }] } as const;
}

async function shown(...edits: readonly ReturnType<typeof edit>[]) {
  const library = memoryLibrary([
    {
      thread: "t-1",
      updatedAt: "2026-11-15T09:00:00.000Z" as Timestamp,
      turns: [promptTurn("make it", ...edits)],
    },
  ]);
  const driven = new Driven(diffScreen, begin(session), { columns: 60, rows: 8 });
  expect(driven.text).toContain("Reading the session…");
  const [task] = driven.tasks;
  if (task)
    await diffScreen.perform(
      task,
      testWorld({ library }),
      (message) => driven.tell(message),
      new AbortController().signal,
    );
  return driven;
}

test("every file with its edits; ] goes to the next file, / searches, Esc and Ctrl-X go back", async () => {
  const lines = Array.from({ length: 20 }, (_, line) => `line ${line}`).join("\n");
  const driven = await shown(edit("a.ts", lines), edit("b.ts", lines));
  expect(driven.text).toContain("From the edits that the agent recorded");
  driven.press("]");
  expect(driven.text).toContain("a.ts");
  expect(driven.text).toContain("file 1/2");
  expect(driven.press("]").text).toContain("file 2/2");
  driven.press("/", '"line 7"'.replace(" ", ""), "escape").press("g", "/");
  driven.press('"7"', "enter");
  expect(driven.text).toContain("+line 7");
  expect(driven.press("escape").went).toEqual([{ back: true }]);
  expect(driven.press("ctrl+x").went).toHaveLength(2);
});

test("a session without edits says so; one that cannot be read says why", async () => {
  expect((await shown()).text).toContain("No recorded edits.");
  const driven = new Driven(diffScreen, begin(session), { columns: 60, rows: 8 });
  expect(driven.tell({ type: "failed", reason: "It is gone." }).text).toContain("It is gone.");
});
