import { exactLine, SessionError, safeText } from "@reprise/model";
import type { Given } from "./given.ts";

/** The one way out: nothing leaves that has a secret or a terminal code in it. */
export interface Outgoing {
  text(text: string): string;
  /** Every text in a value. */
  value<Value>(value: Value): Value;
  error(error: unknown): string;
  /** Warnings since the last answer, to be added to a text; empty if there are none. */
  warnings(): Promise<string>;
}

const MOST_WARNINGS = 5;
const MOST_ERROR_CHARS = 4000;

export function outgoingOf({ redact, library, onUnexpected }: Given): Outgoing {
  const text = (given: string) => redact(safeText(given));
  return {
    text,
    value: (given) => mapped(given, text),
    error(error) {
      if (!(error instanceof SessionError)) onUnexpected(error);
      const message = text(messageOf(error));
      return message.length <= MOST_ERROR_CHARS ? message : `${message.slice(0, MOST_ERROR_CHARS)}…`;
    },
    async warnings() {
      const all = await library.warnings();
      if (all.length === 0) return "";
      const lines = all.slice(0, MOST_WARNINGS).map(({ path, detail }) => `Warning: ${exactLine(path)}: ${detail}`);
      const more = all.length - lines.length;
      return ["", "", ...lines, ...(more > 0 ? [`${more} more warnings`] : [])].join("\n");
    },
  };
}

function messageOf(error: unknown): string {
  if (!(error instanceof SessionError)) return error instanceof Error ? error.message : String(error);
  // The candidates may be in the message already.
  const candidates = error.candidates.filter((candidate) => !error.message.includes(candidate));
  return [error.message, ...candidates.map((candidate) => `- ${candidate}`)].join("\n");
}

function mapped<Value>(value: Value, text: (given: string) => string): Value {
  if (typeof value === "string") return text(value) as Value;
  if (Array.isArray(value)) return value.map((one) => mapped(one, text)) as Value;
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, mapped(one, text)])) as Value;
}
