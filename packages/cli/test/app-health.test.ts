import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { until } from "@reprise/testkit";
import { afterEach, beforeEach, expect, test } from "vitest";
import { goBack, lived, restoreChosen } from "./app-stage.ts";
import { LiveStage } from "./live-stage.ts";

let stage: LiveStage;
beforeEach(async () => {
  stage = await LiveStage.open("app-health");
});
afterEach(() => stage.close());

test("a journal that cannot be written is told in the conversation at once, stops nothing, and is taken back when it can", async () => {
  const folder = stage.folder("work");
  await lived(stage, folder, "remember the number seven", "I remember seven.");
  const runs = stage.folder("state/runs");
  renameSync(runs, `${runs}.away`);
  writeFileSync(runs, "a file where the folder was");

  const pty = stage.openApp(folder);
  await pty.shows("remember the number seven");
  await restoreChosen(pty);
  await pty.shows("! The journal of this run is not written: a file is where the folder should be.");
  await pty.shows("Move it away");

  stage.model.push([{ text: "Still seven." }]);
  pty.type("what was it?\r");
  await pty.shows("Still seven.");
  await pty.shows("ready ·");
  expect(pty.text()).toContain("! The journal of this run is not written");

  rmSync(runs);
  await pty.shows("The journal of this run is written again.");
  expect(pty.text()).not.toContain("is not written");
  await goBack(pty);
  await pty.shows("1–1 of 1");
  const [journal = ""] = readdirSync(runs, { recursive: true, encoding: "utf8" }).filter((name) =>
    name.endsWith(".jsonl"),
  );
  const ended = () => readFileSync(join(runs, journal), "utf8").includes('"type":"run-ended"');
  await until(ended, { what: "the end of the run in its journal" });
  expect(readFileSync(join(runs, journal), "utf8")).toContain("what was it?");
});
