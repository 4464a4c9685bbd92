import { asThreadId, type Permissions, type Settings, type ThreadId } from "@reprise/model";
import type { ForkPoint } from "../../driver.ts";
import { type Foreign, fieldOf, textOf } from "../../foreign.ts";
import { CallError } from "./call-error.ts";
import type { Limits } from "./limits.ts";
import type { Peer } from "./peer.ts";
import { permissionsOf, resumeParams, sandboxOf, settingsOf, startParams } from "./settings.ts";

/** A thread that the server has, and how it is set up there. */
export interface Opened {
  readonly thread: ThreadId;
  /** What we asked for. */
  readonly asked: Settings;
  /** What the server says is in effect. */
  readonly effective: Settings;
  /** The sandbox in effect, with everything it grants. */
  readonly sandbox: Foreign | null;
  readonly permissions: Permissions;
}

/** How a thread is come by. */
export type Opening =
  | { readonly how: "start" }
  | { readonly how: "resume"; readonly thread: ThreadId }
  | { readonly how: "fork"; readonly from: ForkPoint };

/** Has the server open a thread. Nothing is sent to a model. Rejects with a CallError. */
export async function shakeHands(
  peer: Peer,
  asked: Settings,
  opening: Opening,
  limits: Limits,
): Promise<Opened> {
  await peer.call("initialize", introduction, limits.initializeMs);
  peer.notify("initialized");
  const answer = await peer.call(`thread/${opening.how}`, openingParams(opening, asked), limits.threadMs);
  const given = textOf(fieldOf(answer, "thread", "id"));
  const wanted = opening.how === "resume" ? opening.thread : null;
  const isSource = opening.how === "fork" && given === opening.from.thread;
  if (given === null || isSource || (wanted !== null && given !== wanted))
    throw new CallError(
      "refused",
      `Codex gave thread ${given ?? "without a name"} in place of ${wanted ?? "a new one"}`,
    );
  return {
    ...{ thread: asThreadId(given), asked, effective: settingsOf(answer) },
    ...{ sandbox: sandboxOf(answer), permissions: permissionsOf(answer) },
  };
}

function openingParams(opening: Opening, asked: Settings): object {
  if (opening.how === "start") return startParams(asked);
  const common = { excludeTurns: true, ...resumeParams(asked) };
  if (opening.how === "resume") return { threadId: opening.thread, ...common };
  const { thread, afterTurn } = opening.from;
  return { threadId: thread, ...(afterTurn === null ? {} : { lastTurnId: afterTurn }), ...common };
}

const introduction = {
  clientInfo: { name: "reprise", title: "Reprise", version: "0.1.0" },
  capabilities: { experimentalApi: true },
};
