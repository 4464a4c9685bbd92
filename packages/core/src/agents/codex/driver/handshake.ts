import { asThreadId, type Settings, type ThreadId } from "@reprise/model";
import { fieldOf, textOf } from "../../foreign.ts";
import { CallError } from "./call-error.ts";
import type { Limits } from "./limits.ts";
import type { Peer } from "./peer.ts";
import { resumeParams, settingsOf, startParams } from "./settings.ts";

/** A thread that the server has, and how it is set up there. */
export interface Opened {
  readonly thread: ThreadId;
  /** What we asked for. */
  readonly asked: Settings;
  /** What the server says is in effect. */
  readonly effective: Settings;
}

/** Starts a thread, or resumes the one that is wanted. Nothing is sent to a model. Rejects with a CallError. */
export async function shakeHands(
  peer: Peer,
  asked: Settings,
  wanted: ThreadId | null,
  limits: Limits,
): Promise<Opened> {
  await peer.call("initialize", introduction, limits.initializeMs);
  peer.notify("initialized");
  const answer =
    wanted === null
      ? await peer.call("thread/start", startParams(asked), limits.threadMs)
      : await peer.call(
          "thread/resume",
          { threadId: wanted, excludeTurns: true, ...resumeParams(asked) },
          limits.threadMs,
        );
  const given = textOf(fieldOf(answer, "thread", "id"));
  if (given === null || (wanted !== null && given !== wanted))
    throw new CallError(
      "refused",
      `Codex gave thread ${given ?? "without a name"} in place of ${wanted ?? "one"}`,
    );
  return { thread: asThreadId(given), asked, effective: settingsOf(answer) };
}

const introduction = {
  clientInfo: { name: "reprise", title: "Reprise", version: "0.1.0" },
  capabilities: { experimentalApi: true },
};
