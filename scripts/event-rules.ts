import { restoreEventSchema } from "../packages/model/src/schema/event.ts";

const NAMES = restoreEventSchema.options.map(({ shape }) => shape.type.value).join("|");
const LOOKS = new RegExp(`\\bcase "(${NAMES})":|\\bevent\\.type [!=]== "(${NAMES})"`, "g");
/** One or two kinds are a reaction; who tells more apart keeps a picture of the run. */
const MOST = 2;

/** Where events come from, are recorded, and become a view. */
const FREE =
  /^packages\/(?:model\/src\/(?:run-view|schema)|core\/src\/(?:agents|journal)|testkit)\/|\/test\/|\.test\.tsx?$/;

/** What events mean besides the conversation. Each asks the view for everything that it knows. */
const REASONS: Readonly<Record<string, string>> = {
  "packages/acp/src/turn/event-updates.ts": "updates of an editor, which cannot be taken back",
  "packages/acp/src/turn/follow-run.ts": "questions to an editor, and when they are void",
  "packages/acp/src/turn/outcome.ts": "why a turn of an editor stops",
  "packages/cli/src/acting/run/request-prompter.ts": "questions on a terminal, and when they are void",
  "packages/cli/src/acting/run/run-printer.ts": "lines that are printed once",
  "packages/cli/src/print/run/run-text.ts": "text that is printed as it streams",
  "packages/core/src/projects/run/carry-out-round.ts": "what a round records",
  "packages/core/src/projects/run/round-effects.ts": "what a round cost and changed",
  "packages/core/src/runs/live-run.ts": "each event is in the journal before it is shown",
  "packages/core/src/workbench/session/followed-run.ts": "what a run means for the connection",
  "packages/model/src/runs/restore-batch.ts": "how one restore of several ended",
  "packages/tui/src/plain/conversation.ts": "questions line by line, and when they are void",
  "packages/tui/src/plain/run-printer.ts": "lines that are printed once",
  "packages/tui/src/screens/live/run/run-event.ts": "phases, composer and banner of the screen",
};

/** `model/run-view` is the one fold of a run: a second one shows the same conversation in other words. */
export function brokenEventRule(path: string, text: string): string[] {
  if (FREE.test(path) || path in REASONS || !/\b(?:RunEvent|RestoreEvent|ProjectEvent)\b/.test(text)) return [];
  const kinds = new Set([...text.matchAll(LOOKS)].map(([, listed, compared]) => listed ?? compared));
  if (kinds.size <= MOST) return [];
  return [`${path} tells ${kinds.size} kinds of run events apart: derive it from model/run-view`];
}
