import { asThreadId, type Permissions, type Settings, type ThreadId } from "@reprise/model";
import { checkRelease } from "../../driving/check-release.ts";
import { DriverError, type ForkPoint, type Launch } from "../../driving/driver.ts";
import type { Ability } from "../../driving/releases.ts";
import { type Foreign, fieldOf, textOf } from "../../foreign.ts";
import { codexReleases } from "../releases.ts";
import { CallError } from "./call-error.ts";
import type { Peer } from "./json-rpc-peer.ts";
import {
  inWordsOf,
  otherReviewer,
  permissionsOf,
  resumeParams,
  sandboxOf,
  settingsOf,
  startParams,
} from "./settings.ts";
import type { TimeLimits } from "./time-limits.ts";

export interface OpenedThread {
  readonly thread: ThreadId;
  readonly asked: Settings;
  /** As reported by the server. */
  readonly effective: Settings;
  /** The sandbox in effect, with everything it grants. */
  readonly sandbox: Foreign | null;
  readonly permissions: Permissions;
}

export type ThreadOpening =
  | { readonly how: "start" }
  | { readonly how: "resume"; readonly thread: ThreadId }
  | { readonly how: "fork"; readonly from: ForkPoint };

/** Null if not reported. Rejects with a CallError. */
export async function introduce(peer: Peer, limits: TimeLimits): Promise<string | null> {
  const answer = await peer.call("initialize", introduction, limits.initializeMs);
  // A name and the release: `codex_cli_rs/0.63.0 (…`.
  return /^[^/]+\/(\d+\.\d+\.\d+)/.exec(textOf(fieldOf(answer, "userAgent")) ?? "")?.[1] ?? null;
}

interface Circumstances {
  readonly version: string | null;
  readonly limits: TimeLimits;
  /** As the person configured it; null: none. */
  readonly serviceTier: string | null;
}

/** Sends nothing to a model. Rejects with a CallError, or a DriverError if the release lacks something; then no thread was created. */
export async function shakeHands(
  peer: Peer,
  launch: Pick<Launch, "settings" | "needs" | "instructions">,
  opening: ThreadOpening,
  { version, limits, serviceTier }: Circumstances,
): Promise<OpenedThread> {
  checkRelease(codexReleases, version, needsOf(opening), launch);
  if (version === null && needsOf(opening).includes("fork-at-turn")) throw new DriverError(unsaidRelease);
  peer.notify("initialized");
  const { settings: asked, instructions } = launch;
  const params = {
    ...inWordsOf(version, openingParams(opening, asked)),
    // Left out, Codex takes the one of the session file, or of a file of the workspace.
    serviceTier,
    ...(instructions ? { developerInstructions: instructions } : {}),
  };
  const answer = await peer.call(`thread/${opening.how}`, params, limits.threadMs);
  const given = textOf(fieldOf(answer, "thread", "id"));
  const wanted = opening.how === "resume" ? opening.thread : null;
  const isSource = opening.how === "fork" && given === opening.from.thread;
  if (given === null || isSource || (wanted !== null && given !== wanted))
    throw new CallError(
      "refused",
      `Codex gave thread ${given ?? "without a name"} instead of ${wanted ?? "a new one"}`,
    );
  const reviewer = otherReviewer(answer);
  if (reviewer !== null)
    throw new CallError("refused", `Codex lets ${reviewer} answer requests in your place, though asked not to`);
  const tier = textOf(fieldOf(answer, "serviceTier")) ?? "default";
  if (serviceTier === null && tier !== "default")
    throw new CallError("refused", `Codex uses the service tier ${tier}, which you did not configure`);
  return {
    thread: asThreadId(given),
    asked,
    effective: settingsOf(answer),
    sandbox: sandboxOf(answer),
    permissions: permissionsOf(answer),
  };
}

const unsaidRelease = {
  kind: "agent-outdated",
  message:
    "This Codex does not report its release; older ones copy all turns. Replay the session up to that turn instead.",
  resetsAt: null,
} as const;

function needsOf(opening: ThreadOpening): readonly Ability[] {
  if (opening.how !== "fork") return [];
  return opening.from.afterTurn === null ? ["fork"] : ["fork", "fork-at-turn"];
}

function openingParams(opening: ThreadOpening, asked: Settings): object {
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
