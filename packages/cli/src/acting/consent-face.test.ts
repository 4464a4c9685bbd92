import { Writable } from "node:stream";
import { consentByYes, needsWider } from "@reprise/model";
import { describeAskingFace, describeSilentFace, type FacedPerson, type PlannedRunner } from "@reprise/testkit";
import { row } from "../../test/support/plans.ts";
import { run } from "../../test/support/run.ts";
import type { Key, Keyboard } from "../ask/keyboard.ts";

/** The real program, with a person who answers the line that was printed last. */
async function walk(line: readonly string[], person: FacedPerson): Promise<void> {
  let last = "";
  const stderr = new Writable({
    write(piece: Buffer, _encoding, done) {
      const text = piece.toString("utf8");
      person.sees(text);
      if (text.trim().length > 1) last = text;
      done();
    },
  });
  const keyboard: Keyboard = {
    async next() {
      const line = last;
      last = "";
      return answerTo(line, person);
    },
    quiet: async () => {},
    close: () => {},
  };
  await run([...line, ...(person.allowsWider ? ["--allow-wider"] : [])], {
    keys: "",
    stderr,
    openKeyboard: async () => keyboard,
    openRunner: async () => person.runner,
  });
}

function answerTo(line: string, person: FacedPerson): Key {
  const question = line.trim();
  if (question.startsWith("Enter starts")) return person.starts(question) ? "enter" : "escape";
  // The list itself answers nothing.
  if (question === "Resume it? [y/n]") return "y";
  if (question.startsWith("A resume is not possible.")) return person.starts(question) ? "y" : "n";
  if (!question.endsWith("[y/n]")) return "closed";
  return person.answer(question) ? "y" : "n";
}

const face = { wider: /--allow-wider/, canAllowWider: true };

describeAskingFace("reprise resume", {
  ...face,
  takes: ({ mode }) => mode === "resume" || mode === null,
  ask: (plan, person) => walk(["resume", plan.session], person),
});

describeAskingFace("reprise fork and replay", {
  ...face,
  takes: ({ mode }) => mode === "fork" || mode === "replay",
  ask(plan, person) {
    const steps = plan.mode === "replay" && person.gives("steps") ? ["--step"] : [];
    return walk([plan.mode ?? "", plan.session, ...steps], person);
  },
});

describeAskingFace("reprise resume of what can only be replayed", {
  ...face,
  without: ["steps"],
  takes: ({ mode }) => mode === "replay",
  ask: (plan, person) => walk(["resume", plan.session], person),
});

describeAskingFace("reprise resume --all-interrupted", {
  ...face,
  takes: ({ mode }) => mode === "resume" || mode === null,
  ask: (_, person) => walk(["resume", "--all-interrupted"], withRow(person)),
});

for (const line of ["resume codex:a --yes", "resume --all-interrupted --yes"])
  describeSilentFace(`reprise ${line}`, {
    takes: ({ mode }) => mode === "resume" || mode === null,
    grants: (plan) => (plan.mode === null || needsWider(plan) ? null : consentByYes({ canAnswer: false })),
    why(plan) {
      if (needsWider(plan)) return /--allow-wider/;
      return plan.owner === null ? (plan.refusals[0]?.detail ?? /^$/) : /Close it there/;
    },
    async offer(_, runner) {
      const { stdout, stderr } = await run(line, { openRunner: async () => statusOf(runner) });
      return stdout + stderr;
    },
  });

function statusOf(runner: PlannedRunner): PlannedRunner {
  return Object.assign(runner, { status: async () => [row("a")] });
}

function withRow(person: FacedPerson): FacedPerson {
  statusOf(person.runner);
  return person;
}
