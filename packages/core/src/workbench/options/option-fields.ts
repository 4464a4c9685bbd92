import type { WorkbenchOptions } from "@reprise/model";
import { compilePatterns, patternProblem } from "../../journal/patterns/compile-patterns.ts";
import { PatternProblem } from "../../journal/patterns/parse-pattern.ts";

export interface OptionField {
  readonly name: keyof WorkbenchOptions;
  /** In the settings file. */
  readonly key: string;
  /** As the end of a sentence that starts with the key. */
  readonly allowed: string;
  /** If it cannot be read, nothing is saved: saving could keep what the person wants kept private. */
  readonly protects: boolean;
  /** What is wrong with a value, in more words than `allowed`; empty if that says it. Null if nothing is. */
  problem(value: unknown): string | null;
}

export const usualOptions: WorkbenchOptions = {
  persist: true,
  encrypt: false,
  key: "keyring",
  retentionDays: 30,
  redact: [],
  rememberApprovals: false,
  telemetry: "off",
};

const mostDays = 36_500;
const unless = (isAllowed: boolean) => (isAllowed ? null : "");
const isSwitch = (value: unknown) => unless(typeof value === "boolean");
const trueOrFalse = "true or false";

export const optionFields: readonly OptionField[] = [
  { name: "persist", key: "persist", allowed: trueOrFalse, protects: true, problem: isSwitch },
  { name: "encrypt", key: "encrypt", allowed: trueOrFalse, protects: true, problem: isSwitch },
  {
    name: "key",
    key: "key",
    allowed: '"keyring" or "passphrase"',
    protects: false,
    problem: (value) => unless(value === "keyring" || value === "passphrase"),
  },
  {
    name: "retentionDays",
    key: "retention-days",
    allowed: `a whole number from 1 to ${mostDays}`,
    protects: false,
    problem: (value) => unless(Number.isInteger(value) && Number(value) >= 1 && Number(value) <= mostDays),
  },
  {
    name: "redact",
    key: "redact",
    allowed: "a list of regular expressions",
    protects: true,
    problem: redactProblem,
  },
  {
    name: "rememberApprovals",
    key: "remember-approvals",
    allowed: trueOrFalse,
    protects: false,
    problem: isSwitch,
  },
  {
    name: "telemetry",
    key: "telemetry",
    allowed: '"off" or the address of an OTLP collector, such as "http://127.0.0.1:4318"',
    protects: false,
    problem: (value) => unless(value === "off" || isAddress(value)),
  },
];

function redactProblem(value: unknown): string | null {
  if (!Array.isArray(value) || value.some((one) => typeof one !== "string")) return "";
  for (const pattern of value as string[]) {
    const problem = patternProblem(pattern);
    if (problem !== null) return `The pattern ${JSON.stringify(pattern)} ${problem}.`;
  }
  try {
    compilePatterns(value);
    return null;
  } catch (error) {
    if (error instanceof PatternProblem) return `The patterns together: ${error.message}.`;
    throw error;
  }
}

function isAddress(value: unknown): boolean {
  // A URL drops line breaks, tabs and blanks around it; the settings file would keep them.
  const address = typeof value === "string" && !/[\s\p{Cc}]/u.test(value) ? URL.parse(value) : null;
  return address?.protocol === "http:" || address?.protocol === "https:";
}
