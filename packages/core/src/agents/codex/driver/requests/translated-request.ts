import type { Answer, Decision, FileChange, Request } from "@reprise/model";
import type { Foreign } from "../../../foreign.ts";

/** A saved approval applies only in the same home, workspace and sandbox. */
export interface RequestScope {
  readonly home: string;
  readonly workspace: string | null;
  /** The sandbox in effect, with everything it grants. */
  readonly sandbox: Foreign | null;
}

export interface RequestContext {
  readonly scope: RequestScope;
  /** Empty if unknown. */
  readonly changesOf: (item: string) => readonly FileChange[];
  readonly commandOf: (item: string) => AnnouncedCommand | null;
}

export interface AnnouncedCommand {
  readonly command: string;
  readonly cwd: string | null;
}

/** A server request in our words, with the reply. */
export interface TranslatedRequest {
  readonly subject: Omit<Request, "id" | "hash" | "choices">;
  readonly choices: readonly Decision[];
  /** Null if the request omits something that decides what runs. */
  readonly hash: string | null;
  /** Called only with offered decisions. */
  readonly reply: (answer: Answer) => object;
  /** A cancel must also stop the turn: the protocol cannot say so. */
  readonly needsStop: boolean;
}

export type RequestTranslator = (params: Foreign, around: RequestContext) => TranslatedRequest;

/** Replaces a decision that was not offered by the narrower offered one. */
export function narrowToOffered(answer: Answer, choices: readonly Decision[]): Answer {
  if (choices.includes(answer.decision)) return answer;
  const isConsent = answer.decision !== "decline" && answer.decision !== "cancel";
  return { ...answer, decision: isConsent && choices.includes("once") ? "once" : "decline" };
}
