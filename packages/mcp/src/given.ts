import type { Agent, Library, Runner } from "@reprise/model";

/** What the server reads from and how it leaves nothing secret in its answers. */
export interface Given {
  readonly library: Library;
  /** Opened at the first brief; only its plans are used. */
  runner(): Promise<Runner>;
  /** Takes secrets out of a text; JSON stays valid. */
  redact(text: string): string;
  /** The folder whose project is the default scope. */
  readonly workspace: string;
  readonly agents: readonly Agent[];
  readonly version: string;
  /** An error that no input explains. The client gets its message; this is for a log. */
  onUnexpected(error: unknown): void;
}
