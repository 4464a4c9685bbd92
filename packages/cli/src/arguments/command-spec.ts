import type { OptionName } from "./options.ts";

export interface Operand {
  /** As shown in the help. `ID` is a session, `FILE` and `PATH` are files. */
  readonly name: string;
  /** All it can be, for completion. */
  readonly choices?: readonly string[];
  readonly isRequired: boolean;
  readonly isRepeated?: boolean;
}

export interface CommandSpec {
  readonly summary: string;
  readonly operands: readonly Operand[];
  readonly options: readonly OptionName[];
  /** Options that mean something else here than in the option table. */
  readonly meanings?: Readonly<Partial<Record<OptionName, string>>>;
  readonly notes?: readonly string[];
  readonly examples: readonly string[];
}

export const everywhere = ["json", "agent-home", "no-color", "help"] as const satisfies readonly OptionName[];

export const settings = [
  "cwd",
  "model",
  "provider",
  "effort",
  "sandbox",
  "approval",
] as const satisfies readonly OptionName[];

/** Where chats can be read like sessions. */
export const ofChats = ["of-chats", "store", "objects", "tenant"] as const satisfies readonly OptionName[];
export const ofChatsMeanings = {
  store: "The chats that servers share through this PostgreSQL (with --chats also: REPRISE_STORE)",
  objects: "With --store: where the servers keep files, their --objects (default: the database)",
  tenant: "With --store: only chats of this tenant (default: that of the servers' own token)",
} as const satisfies CommandSpec["meanings"];

export const session = { name: "ID", isRequired: true } as const satisfies Operand;
export const prompt = { name: "PROMPT", isRequired: false } as const satisfies Operand;
