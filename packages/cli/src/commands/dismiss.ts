import { exactLine, SessionError } from "@reprise/model";
import { json } from "@reprise/model/json";
import { aboutSession } from "../acting/named-session.ts";
import { checkHomes } from "../acting/said-settings.ts";
import { shortIdFor } from "../acting/short-id.ts";
import { exitCodes } from "../exit.ts";
import { shellWord } from "../print/words.ts";
import type { Command } from "./command.ts";

export const run: Command = async (job) => {
  const { values, operands, stdout } = job;
  checkHomes(values);
  const runner = await job.runner();
  const isWanted = !values.undo;
  const before = await aboutSession(job, operands[0] ?? "", (text) => runner.dismissal(text));
  const { session, whyNot } = before;
  if (whyNot !== null) throw new SessionError("not-found", whyNot);
  if (!values["dry-run"]) await runner.dismiss(session, isWanted);
  if (values.json) await stdout.write(`${json("dismiss", { session, isDismissed: isWanted })}\n`);
  else {
    const shown = exactLine(await shortIdFor(job, session, "stdout"));
    await stdout.write(words(shown, { isWanted, ...before, isDry: values["dry-run"] }));
  }
  return exitCodes.done;
};

interface Done {
  readonly isWanted: boolean;
  readonly isDismissed: boolean;
  readonly isDry: boolean;
}

function words(session: string, { isWanted, isDismissed, isDry }: Done): string {
  if (isDismissed === isWanted) return `${session} ${isWanted ? "is already dismissed" : "was not dismissed"}.\n`;
  if (isDry) return `Would ${isWanted ? `dismiss ${session}` : `count ${session} again`}.\n`;
  if (!isWanted) return `${session} counts again.\n`;
  return `Dismissed ${session}: it stays listed, and is no longer counted or offered.\nTo undo: reprise dismiss ${shellWord(session)} --undo\n`;
}
