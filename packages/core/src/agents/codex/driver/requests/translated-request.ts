import type { Answer, Decision, FileChange, Request } from "@reprise/model";
import type { Foreign } from "../../../foreign.ts";

/** Where a request is made: a saved approval holds in no other home, workspace or sandbox. */
export interface RequestScope {
  readonly home: string;
  readonly workspace: string | null;
  /** The sandbox in effect, with everything it grants. */
  readonly sandbox: Foreign | null;
}

/** What Codex said before the request. */
export interface RequestContext {
  readonly scope: RequestScope;
  /** The files of the change with this id; empty when it is not known. */
  readonly changesOf: (item: string) => readonly FileChange[];
  /** The command that was announced under this id. */
  readonly commandOf: (item: string) => AnnouncedCommand | null;
}

export interface AnnouncedCommand {
  readonly command: string;
  readonly cwd: string | null;
}

/** A request of the server's in our words, with the way back. */
export interface TranslatedRequest {
  readonly subject: Omit<Request, "id" | "hash" | "choices">;
  readonly choices: readonly Decision[];
  /** Null when the request does not say everything that decides what runs. */
  readonly hash: string | null;
  /** What the wire says for a decision; only decisions among the choices come here. */
  readonly reply: (answer: Answer) => object;
  /** The wire has no word for it: after a cancel the turn must be stopped as well. */
  readonly needsStop: boolean;
}

export type RequestTranslator = (params: Foreign, around: RequestContext) => TranslatedRequest;

/** A decision that was not offered becomes the narrower one that was: nothing is permitted that was not asked for. */
export function narrowToOffered(answer: Answer, choices: readonly Decision[]): Answer {
  if (choices.includes(answer.decision)) return answer;
  const isConsent = answer.decision !== "decline" && answer.decision !== "cancel";
  return { ...answer, decision: isConsent && choices.includes("once") ? "once" : "decline" };
}
