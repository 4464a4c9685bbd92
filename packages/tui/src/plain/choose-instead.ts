import { modeAfter, modeLabels } from "../screens/restore/modes.ts";
import { type Asked, modeOf, type Subject } from "../screens/restore/subject.ts";
import { whyNotFolder } from "../screens/restore/why-not.ts";
import { type Choice, choose, type Lines, type Next, say } from "./lines.ts";

/** What can be planned where a plan is refused; reading is always possible. */
export async function chooseInstead(subject: Subject, lines: Lines): Promise<Partial<Asked> | Next> {
  const { asked, here } = subject;
  const mode = modeAfter(modeOf(subject));
  const choices: Choice<Partial<Asked>>[] = [];
  if (mode !== null)
    choices.push({ label: `${modeLabels[mode]} instead`, value: { modes: [mode], via: null } });
  if (whyNotFolder(subject) === null && asked.settings.cwd !== here.cwd) {
    const settings = { ...asked.settings, cwd: here.cwd };
    choices.push({ label: `In this folder: ${here.cwd}`, value: { settings } });
  }
  if (choices.length === 0) {
    say(lines, "There is nothing left to try. It can always be viewed.");
    return "back";
  }
  choices.push({ label: "Plan again", value: {} });
  return (await choose(lines, "What now? Nothing was started.", choices)) ?? "back";
}
