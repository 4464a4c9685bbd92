import type { Refusal, RestoreMode } from "@reprise/model";
import { refusalSchema } from "@reprise/model/schema";
import { expect, test } from "vitest";
import { commandNames } from "../../arguments/commands.ts";
import { parseCall } from "../../arguments/parse.ts";
import { nextStep } from "./next-step.ts";

const reasons: readonly Refusal["reason"][] = refusalSchema.shape.reason.options;
const modes: readonly RestoreMode[] = ["resume", "fork", "replay", "handoff"];
/** Its detail says what to do. */
const spoken = ["busy"];

test.each(reasons)("%s: every mode has a next step whose commands parse", (reason) => {
  for (const mode of modes) {
    const step = nextStep(reason, "codex:a", { mode, refused: [mode] });
    expect(step === null).toBe(spoken.includes(reason));
    for (const [, line = ""] of (step ?? "").matchAll(/reprise ([^.,]+)/g)) {
      const words = line.trim().split(" ");
      expect(commandNames()).toContain(words[0]);
      const isWhole = words[0] !== "run"; // the person adds its prompt
      if (isWhole) expect(parseCall(words).help).toBeNull();
    }
  }
});

test("what was refused is not advised", () => {
  const step = (refused: readonly RestoreMode[]) => nextStep("thread-missing", "codex:a", { mode: "resume", refused });
  expect(step(["resume"])).toBe("To continue in a new thread: reprise replay codex:a");
  expect(step(["resume", "replay"])).toBe("To continue from a brief: reprise handoff codex:a");
  expect(step(["resume", "replay", "handoff"])).toBe(
    "It stays readable: reprise show codex:a. To start a new session: reprise run --fresh.",
  );
  expect(nextStep("thread-damaged", "codex:a")).toBe("To continue from a cleaned copy: reprise repair codex:a");
  expect(nextStep("thread-damaged", "codex:a", { mode: "resume", refused: ["resume", "replay"] })).toContain("handoff");
});
