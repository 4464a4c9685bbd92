import { newId } from "../agent/new-id.ts";
import { TurnRecords } from "../agent/records.ts";
import { Rollout } from "../agent/rollout.ts";
import { type ThreadSettings, usualSettings } from "../agent/settings.ts";
import { forkThread } from "../agent/thread.ts";

interface Place {
  readonly home: string;
  readonly cwd: string;
  readonly at: Date;
}

/** A turn that the provider refused: as the scripted agent would have left it. */
export function writeFailed({ home, cwd, at }: Place): string {
  const { thread, turn, settings } = newTurn({ home, cwd, at });
  turn.begin(settings);
  turn.prompt(newId(at), "Translate all messages of the shop into Dutch.");
  turn.reply(`msg_${newId(at)}`, "I begin with the messages of the cart.");
  const message = "The usage limit of this account is reached.";
  turn.end("I begin with the messages of the cart.", { message, reason: "usageLimitExceeded" });
  return thread;
}

/** A command was running when everything ended: there is its call, and nothing after it. */
export function writeInterrupted({ home, cwd, at }: Place): string {
  const { thread, turn, settings } = newTurn({ home, cwd, at });
  turn.begin(settings);
  turn.prompt(newId(at), "Measure how long the checks take, ten times.");
  turn.reply(`msg_${newId(at)}`, "I run them ten times and take the median.");
  turn.command(newId(at), "for i in 1 2 3 4 5 6 7 8 9 10; do time node test.mjs; done");
  return thread;
}

/** Goes on beside another session, from its end. */
export function writeFork({ home, cwd, at }: Place, from: string): string {
  const { id, rollout, settings } = forkThread({ threadId: from }, { home, cwd, clock: ticking(at) });
  const turn = new TurnRecords(rollout, id, newId(at));
  turn.begin(settings);
  turn.prompt(newId(at), "And if delivery were free from 30 euros on?");
  const reply = "Then one number changes: `5000` becomes `3000`. Two of the checks name the old one.";
  turn.reply(`msg_${newId(at)}`, reply);
  turn.end(reply, null);
  return id;
}

function newTurn({ home, cwd, at }: Place) {
  const settings: ThreadSettings = { ...usualSettings, cwd };
  const thread = newId(at);
  const header = { thread, cwd, provider: settings.provider };
  const rollout = Rollout.create(home, header, ticking(at));
  return { thread, settings, turn: new TurnRecords(rollout, thread, newId(at)) };
}

/** Each look at it is a second later. */
function ticking(at: Date): () => Date {
  let atMs = at.getTime();
  return () => {
    atMs += 1_000;
    return new Date(atMs);
  };
}
