import { setImmediate as soon } from "node:timers/promises";
import { describeAskingFace, type FacedPerson } from "@reprise/testkit";
import { summary } from "../../test/support/plans.ts";
import { testWorld } from "../../test/support/world.ts";
import type { Lines } from "./lines.ts";
import { restoreSession } from "./restore-session.ts";

/** A person who answers each line; what leads to another plan they decline. */
function linesOf(person: FacedPerson): Lines {
  let line = "";
  const yesOrNo = (isYes: boolean) => (isYes ? "y" : "n");
  return {
    columns: null,
    wait: async () => undefined,
    write(text) {
      person.sees(text);
      line = text.endsWith("\n") ? "" : line + text;
    },
    onInterrupt: () => () => undefined,
    async ask(prompt) {
      await soon(); // an answer counts once its keys are shown
      person.sees(prompt);
      const question = (line + prompt).trim();
      line = "";
      if (question.startsWith("Wider permissions")) return yesOrNo(person.allowsWider);
      if (question.startsWith("It is expected to fail")) return "n";
      if (/\w+ now\?/.test(question)) return yesOrNo(person.starts(question));
      if (question.endsWith("[y/n]")) return yesOrNo(person.answer(question));
      return question.startsWith("Number, Enter for") ? "" : null;
    },
  };
}

describeAskingFace("--plain", {
  stays: true,
  wider: /Allow exactly that\?/,
  canAllowWider: true,
  async ask({ mode }, person) {
    const session = summary("a", { workspace: "/srv" });
    await restoreSession(session, [mode ?? "resume"], testWorld({ runs: person.runner }), linesOf(person));
  },
});
