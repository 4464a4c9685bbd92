import type { AilmentFate, AilmentKind } from "@reprise/model";
import type { Strict } from "@reprise/testkit";
import { expect } from "vitest";

/** Lines count from 1, bytes from 0. */
export interface LineStart {
  readonly line: number;
  readonly byteOffset: number;
}

/** A session that is ill in one way. */
export interface AilingCase<Builder> {
  readonly name: string;
  readonly kind: AilmentKind;
  /** What the model refuses because of it; all that any model does where nothing is said. */
  readonly strict?: Strict | undefined;
  /**
   * What becomes of a plain resume with today's agent. `model`: the model answers 400. `agent`: the agent refuses the
   * session itself, and the model is not asked. `lost`: the agent sends only a part of the conversation. `healed`: the agent
   * sends it otherwise than it is recorded.
   */
  readonly naive: "model" | "agent" | "lost" | "healed";
  /** What the refusal says, or what the healed request holds. */
  readonly told: RegExp;
  /** What a healed request no longer holds. */
  readonly untold?: RegExp | undefined;
  /** What a repaired copy says, in this order. */
  readonly tells?: readonly string[] | undefined;
  /** What the agent does depends on the model, and only one kind of model was tried. */
  readonly isHalfTried?: boolean | undefined;
  /** Fills the session; returns where the ailment is. */
  readonly write: (session: Builder) => LineStart;
}

/** A session that is odd and not ill: a resume says all of it, and nothing is found. */
export interface HarmlessCase<Builder> {
  readonly name: string;
  readonly write: (session: Builder) => unknown;
  /** What a resumed session says, in this order. */
  readonly tells: readonly string[];
}

/** To be put where an ailing one would be. */
export function asAiling<Builder>({ write }: HarmlessCase<Builder>): Pick<AilingCase<Builder>, "write"> {
  return {
    write(session) {
      write(session);
      return { line: 0, byteOffset: 0 };
    },
  };
}

/** Two turns, with this in the first. */
export function told(...inFirstTurn: readonly string[]): readonly string[] {
  return ["first question", ...inFirstTurn, "first answer", "second question", "second answer"];
}

/** Each text comes behind the one before it. */
export function expectInOrder(request: string, texts: readonly string[]): void {
  let at = 0;
  for (const text of texts) {
    const found = request.indexOf(text, at);
    expect(found, `${text} behind ${request.slice(0, at).slice(-300)}`).toBeGreaterThanOrEqual(at);
    at = found + text.length;
  }
}

/** What several agents send as it is. */
export const nulInOutput = {
  name: "a NUL in an output",
  kind: "nul",
  strict: { cleanText: true },
  naive: "model",
  told: /NUL/,
} as const;
export const longOutput = {
  name: "an output that is too long",
  kind: "oversized-item",
  strict: { maxTextLength: 10 * 1024 * 1024 },
  naive: "model",
  told: /string too long/,
} as const;
export const tooLongText = "x".repeat(10 * 1024 * 1024 + 1);

/** What our scan has to say of it. */
export function fateOf({
  naive,
  isHalfTried = false,
}: Pick<AilingCase<unknown>, "naive" | "isHalfTried">): AilmentFate | null {
  if (isHalfTried) return null;
  return { model: "sent", agent: "refused", lost: "lost", healed: "healed" }[naive] as AilmentFate;
}

/** Where an ailing session was put. */
export interface AilingSession {
  readonly thread: string;
  readonly path: string;
  readonly at: LineStart;
}

/** Everything that a strict model can refuse, at once. */
export const strictest: Strict = {
  pairedCalls: true,
  soundShape: true,
  cleanText: true,
  ownReasoning: true,
  soundImages: true,
  maxImageBytes: 5 * 1024 * 1024,
  maxTextLength: 10 * 1024 * 1024,
  maxTokens: 60_000,
};
