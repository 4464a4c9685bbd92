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

export const session = { name: "ID", isRequired: true } as const satisfies Operand;
export const prompt = { name: "PROMPT", isRequired: false } as const satisfies Operand;
