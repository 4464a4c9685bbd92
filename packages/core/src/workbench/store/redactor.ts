import { redactSecrets } from "../../journal/redact.ts";
import { RedactedStream } from "../../journal/redacted-stream.ts";

/** Takes secrets out of what is saved. */
export interface Redactor {
  /** Works on plain text and on JSON; valid JSON stays valid. */
  redact(text: string): string;
  /** For a text that comes in pieces. */
  stream(): TextStream;
}

export type TextStream = Pick<RedactedStream, "push" | "flush" | "isSettled">;

export const knownSecrets: Redactor = { redact: redactSecrets, stream: () => new RedactedStream() };
