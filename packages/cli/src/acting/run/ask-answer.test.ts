import { type Decision, decisionChoices } from "@reprise/model";
import { expect, test } from "vitest";
import { request } from "../../../test/support/plans.ts";
import type { Questions } from "../../ask/questions.ts";
import { answerTo } from "./ask-answer.ts";

/** The app and `--plain` are held to the same table: `tui/test/approval-letters.test.ts`. */
const all = decisionChoices.map(({ decision }) => decision);
const offers: readonly (readonly Decision[])[] = [all, ["once", "decline"], ["once", "always", "cancel"]];

test.each(offers)("%s, %s: the command line shows and takes the letters of one table", async (...offered) => {
  const choices = decisionChoices.filter(({ decision }) => offered.includes(decision));
  for (const { key, decision } of choices) {
    let shown = "";
    const person: Questions = {
      choose: async (text, keys) => {
        shown = text;
        expect(Object.keys(keys)).toEqual(choices.map((one) => one.key));
        return keys[key] ?? "escape";
      },
      line: async () => "escape",
    };
    const stderr = { write: async () => {}, flush: async () => {} };
    const { signal } = new AbortController();
    const answer = await answerTo(request({ choices: offered }), { person, stderr, signal, columns: 80 });
    expect(answer).toEqual({ decision });
    expect(shown).toBe(`Allow? ${choices.map((one) => `[${one.key}] ${one.words}`).join("  ")}`);
  }
});
