import { codex, isWhole } from "@reprise/testkit";
import { afterEach, beforeEach, expect, test } from "vitest";
import { LiveStage } from "./live-stage.ts";

let stage: LiveStage;
beforeEach(async () => {
  stage = await LiveStage.open("live-output");
});
afterEach(() => stage.close());

const call = (command: string) => ({ call: codex.shellCall(command) });
const atOnce = "seq 1 200";
const slowly = "for i in 1 2 3 4; do echo slow $i; sleep 0.3; done; seq 1 2000; sleep 0.3; echo last";

/** What Codex recorded of each command in the newest session. */
async function recorded(): Promise<string[]> {
  const [session] = await stage.sessions();
  const turns = await stage.turns(session?.id ?? "");
  return turns.flatMap(({ items }) => items.flatMap((item) => (item.kind === "command" ? [item.output ?? ""] : [])));
}

const indented = (output: string) => output.replace(/^(?=.)/gm, "  ");

test("what run prints of a command is what Codex recorded of it, once, however fast it came", async () => {
  stage.model.push([call(atOnce)], [call(slowly)], [{ text: "Done.", chunks: 3 }]);
  const { stdout, code } = await stage.run(stage.folder("work"), "run", "count");
  expect(code).toBe(0);
  const [fast = "", slow = ""] = await recorded();
  expect(fast.split("\n")).toHaveLength(201);
  expect(slow).toMatch(/^slow 1\nslow 2\nslow 3\nslow 4\n1\n[\s\S]*\n2000\nlast\n$/);
  expect(stdout.slice(stdout.indexOf("$ ")).trimEnd()).toBe(
    `$ ${atOnce}\n${indented(fast)}  (exit 0)\n\n$ ${slowly}\n${indented(slow)}  (exit 0)\n\nDone.`,
  );
});

// The items are those that are printed above; in the campaign.
test.runIf(isWhole)("the completed items of run --json and the screen of the app hold all of it too", async () => {
  const folder = stage.folder("work");
  stage.model.push([call(slowly)], [{ text: "Done." }]);
  const { events } = await stage.run(folder, "run", "count", "--json");
  const outputs = events.flatMap(({ type, isComplete, item }) => {
    const { kind, output } = (item ?? {}) as { kind?: string; output?: string };
    return type === "item" && isComplete === true && kind === "command" ? [output] : [];
  });
  expect(outputs).toEqual(await recorded());

  const pty = stage.openApp(folder, { rows: 40 });
  await pty.shows("count");
  pty.type("n");
  await pty.ready("Enter  send");
  stage.model.push([call("for i in 1 2 3 4; do echo slow $i; sleep 0.3; done")], [{ text: "All said." }]);
  pty.type("once more\r");
  await pty.shows("All said.");
  await pty.shows(/slow 1\s+slow 2\s+slow 3\s+slow 4/);
});
