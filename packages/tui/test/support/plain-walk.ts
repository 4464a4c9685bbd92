import type {
  Consent,
  Library,
  Offer,
  RestoreEvent,
  RestorePlan,
  RunId,
  Runner,
  RunWish,
  StatusRow,
  Wish,
} from "@reprise/model";
import { type PlayedStage, playedRun } from "@reprise/testkit";
import { runPlain } from "../../src/plain/run-plain.ts";
import { type ScriptedLine, ScriptedLines } from "./lines.ts";
import { PlayedControls } from "./live.ts";
import { resumePlan, statusRow } from "./plans.ts";
import { testWorld } from "./world.ts";

type Play = (controls: Acting, consent: Consent | null, stage: PlayedStage) => AsyncIterable<RestoreEvent>;

/** What was asked of the agent, and a way to wait for it. */
export class Acting extends PlayedControls {
  async until(done: string): Promise<void> {
    while (!this.done.includes(done)) await new Promise((resolve) => setTimeout(resolve, 1));
  }
}

interface Played {
  readonly plans?: readonly RestorePlan[];
  readonly play?: Play;
  readonly offer?: Offer;
  readonly row?: Partial<StatusRow>;
}

/** Walks through the app by lines: what is said leads through the library, and through plans and a run that are played. */
export function walkIn(library: () => Library) {
  return (played: Played, ...said: readonly ScriptedLine[]) => walk(library(), played, said);
}

async function walk(
  library: Library,
  { plans = [], play = quiet, offer, row = {} }: Played,
  said: readonly ScriptedLine[],
) {
  const left = [...plans];
  const wishes: Wish[] = [];
  const runs: RunWish[] = [];
  const consents: Consent[] = [];
  const declined: RunId[] = [];
  const controls = new Acting();
  let isDismissed = false;
  const act = (consent: Consent | null) => playedRun((stage) => play(controls, consent, stage), controls);
  const played = {
    plan: async (_session: string, wish: Wish) => {
      wishes.push(wish);
      return left.shift() ?? resumePlan();
    },
    restore: async (_plan: RestorePlan, consent: Consent) => {
      consents.push(consent);
      return act(consent);
    },
    run: async (wish: RunWish) => {
      runs.push(wish);
      return act(null);
    },
    offer: async () => offer ?? null,
    decline: async (run: RunId) => void declined.push(run),
    status: async () => [statusRow("a", { doing: "during: $ npm test", isDismissed, ...row })],
    dismissedCount: async () => (isDismissed ? 1 : 0),
    dismissal: async (session: string) => ({ session, whyNot: null, isDismissed }),
    dismiss: async (_session: string, wanted: boolean) => {
      isDismissed = wanted;
    },
  } as unknown as Runner;
  const world = testWorld({ library, runs: played });
  const lines = new ScriptedLines(...said);
  await runPlain({ world, lines, isAll: false });
  return { text: lines.text, wishes, runs, consents, declined, done: controls.done, world };
}

export const ended: RestoreEvent = { type: "run-ended", status: "completed", failure: null };
export const turnStarted: RestoreEvent = { type: "turn-started", turn: null };
export const turnEnded: RestoreEvent = { type: "turn-ended", turn: null, state: "completed", failure: null };

async function* quiet(controls: Acting): AsyncIterable<RestoreEvent> {
  yield { type: "checking" };
  yield { type: "checked", settings: resumePlan().settings };
  yield { type: "run-started", run: "r" as RunId, agent: "codex", settings: resumePlan().settings };
  await controls.until("close");
  yield ended;
}
