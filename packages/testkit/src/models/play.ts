import type { Channel } from "./channel.ts";
import { defaultUsage, type Frame, type Protocol, type ReplyWriter } from "./protocol.ts";
import { type Action, chunksOf, type PartialAction, type TextAction } from "./script.ts";

export type Stage = {
  actions: readonly Action[];
  protocol: Protocol;
  voice: ReplyWriter;
  channel: Channel;
  isStream: boolean;
  /** Waits for `release()`, or until the agent goes away. */
  hang: () => Promise<void>;
  /** Called when the operating system has the action with this number (from 1); for a hang or drop, when it starts. */
  streamed: (action: number) => void;
};

/** Plays one reply; false if it was cut short by the script or because the agent went away. */
export async function play(stage: Stage): Promise<boolean> {
  const { actions, voice, channel } = stage;
  const usage = { ...defaultUsage };
  const say = async (frames: readonly Frame[]) => {
    if (stage.isStream) await channel.stream(frames);
  };
  // Open the stream at once, as servers do, unless a plain HTTP answer follows.
  if (!actions.some((action) => "http" in action)) await say(voice.open());
  for (const [index, action] of actions.entries()) {
    if (channel.isGone()) return false;
    if ("hang" in action || "drop" in action) stage.streamed(index + 1);
    if ("usage" in action) Object.assign(usage, action.usage);
    else if ("incomplete" in action) return finish(stage, voice.incomplete(action.incomplete, usage));
    else if (!(await perform(action, stage, say))) return false;
    stage.streamed(index + 1);
  }
  return finish(stage, voice.close(usage));
}

type Say = (frames: readonly Frame[]) => Promise<void>;

/** False if nothing may follow the action. */
async function perform(action: Action, stage: Stage, say: Say): Promise<boolean> {
  const { voice, channel } = stage;
  if ("text" in action || "partial" in action) await sayText(action, stage, say);
  else if ("reasoning" in action) await say(voice.reasoning(action.reasoning));
  else if ("call" in action) await say(voice.call(action.call));
  else if ("custom" in action) await say(voice.custom(action.custom));
  else if ("item" in action) await say(voice.item(action.item));
  else if ("event" in action) await say(voice.event(action.event));
  else if ("delayMs" in action) await channel.pause(action.delayMs);
  else if ("hang" in action) await stage.hang();
  else {
    if ("drop" in action) channel.drop();
    else if ("http" in action)
      channel.answer({
        body: stage.protocol.errorBody(action.http.status, "scripted answer"),
        ...action.http,
      });
    else if ("failed" in action) await fail(stage, action.failed);
    return false;
  }
  return true;
}

async function sayText(action: TextAction | PartialAction, { voice, channel }: Stage, say: Say): Promise<void> {
  await say(voice.startText("text" in action && action.phase ? { phase: action.phase } : {}));
  for (const chunk of chunksOf("text" in action ? action.text : action.partial, action.chunks ?? 3)) {
    await say(voice.textDelta(chunk));
    if (action.paceMs) await channel.pause(action.paceMs);
  }
  if ("text" in action) await say(voice.endText());
}

async function fail(
  { protocol, voice, channel, isStream }: Stage,
  failure: { code: string; message: string },
): Promise<void> {
  if (!isStream) return channel.answer({ status: 500, body: protocol.errorBody(500, failure.message) });
  await channel.stream(voice.failed(failure));
  channel.end();
}

async function finish({ voice, channel, isStream }: Stage, last: readonly Frame[]): Promise<boolean> {
  if (channel.isGone()) return false;
  if (isStream) await channel.stream(last);
  else channel.answer({ status: 200, body: voice.whole() });
  channel.end();
  return true;
}
