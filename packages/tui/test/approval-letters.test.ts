import { type Decision, decisionChoices, mildestNo } from "@reprise/model";
import { expect, test } from "vitest";
import { bareTheme } from "../src/kernel/theme.ts";
import { approvalQuestion } from "../src/plain/questions.ts";
import { type Ask, askingAbout } from "../src/screens/live/asking/ask.ts";
import { choiceRows } from "../src/screens/live/asking/choice-rows.ts";
import { pressAsking } from "../src/screens/live/asking/press.ts";
import { request } from "./support/plans.ts";

/** The command line is held to the same table: `cli/src/acting/run/ask-answer.test.ts`. */
const all = decisionChoices.map(({ decision }) => decision);
const whole = { top: 0, lowest: 0, room: 10, columns: 80, isTooSmall: false };
const offers: readonly (readonly Decision[])[] = [all, ["once", "decline"], ["once", "always", "cancel"]];

test.each(offers)("%s, %s: the app and --plain show and take the letters of one table", (...offered) => {
  const choices = decisionChoices.filter(({ decision }) => offered.includes(decision));
  const asked = request({ choices: offered });
  const ask: Ask = { kind: "request", id: "r1", request: asked, isAnswered: false };
  const asking = { ...askingAbout("r1"), guard: { isReady: true, edition: 0 } };
  const rows = choiceRows({ ask, asking, agent: "codex", waiting: 1 }, 80, 9, bareTheme);
  expect(rows.map((row) => row.trim())).toEqual(choices.map(({ key, words }) => `${key}  ${words}`));
  const { text } = approvalQuestion(asked, () => {}, 80);
  const shown = choices.map(({ key, words }, index) => `${index + 1}. ${words} (${key})`).join("\n");
  expect(text).toContain(shown);
  for (const { key } of [...decisionChoices, { key: "q" }, { key: "z" }]) {
    const given: (string | null)[] = [];
    approvalQuestion(asked, ({ decision }) => void given.push(decision), 80).take(key);
    const pressed = pressAsking(asking, ask, { type: "key", key, text: key }, whole).answer;
    const inApp = pressed === null || pressed === "stop" ? [] : [pressed.decision];
    const known = choices.find((one) => one.key === key)?.decision ?? null;
    const expected = key === "q" ? mildestNo(offered) : known;
    expect([inApp, given]).toEqual([expected === null ? [] : [expected], expected === null ? [] : [expected]]);
  }
});
