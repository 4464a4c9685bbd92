import { createHash } from "node:crypto";
import type { Answer, Decision, Request } from "@reprise/model";
import type { Foreign } from "../../foreign.ts";

/** What a request is about, as far as the request itself does not tell. */
export interface Surroundings {
  /** The sandbox in effect. */
  readonly sandbox: string | null;
  /** The files of the change with this id; empty when it is not known. */
  readonly pathsOf: (item: string) => readonly string[];
}

/** A request of the server's in our words, with the way back. */
export interface Asked {
  readonly subject: Omit<Request, "id" | "hash" | "choices">;
  readonly choices: readonly Decision[];
  /** What makes it the same request again. */
  readonly identity: readonly unknown[];
  /** What the wire says for a decision; only decisions among the choices come here. */
  readonly reply: (answer: Answer) => object;
  /** The wire has no word for it: after a cancel the turn must be stopped as well. */
  readonly needsStop: boolean;
}

export type Reading = (params: Foreign, around: Surroundings) => Asked;

export function hashOf(identity: readonly unknown[]): string {
  return createHash("sha256").update(JSON.stringify(identity)).digest("hex");
}

/** A decision that was not offered becomes the narrower one that was: nothing is permitted that was not asked for. */
export function offered(answer: Answer, choices: readonly Decision[]): Answer {
  if (choices.includes(answer.decision)) return answer;
  const isConsent = answer.decision !== "decline" && answer.decision !== "cancel";
  return { ...answer, decision: isConsent && choices.includes("once") ? "once" : "decline" };
}

/** Only what is there: a request with more to it is another request. */
export function extras(parts: Foreign): readonly unknown[] {
  const present = Object.entries(parts).filter(([, value]) => value !== null && value !== undefined);
  return present.length > 0 ? [Object.fromEntries(present)] : [];
}
