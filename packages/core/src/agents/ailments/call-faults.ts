import type { BadItem } from "./bad-item.ts";

/** Call ids that providers accept. */
interface IdRules {
  readonly most: number;
  readonly pattern?: RegExp | undefined;
}

interface NameRules {
  readonly pattern: RegExp;
  /** The pattern in words. */
  readonly accepted: string;
}

export const plainName = (most: number): NameRules => ({
  pattern: new RegExp(`^[a-zA-Z0-9_-]{1,${most}}$`),
  accepted: `1 to ${most} letters, digits, _ and -`,
});

export function idFaults(id: string, { most, pattern }: IdRules): BadItem[] {
  const kind = "bad-call-id";
  if (id === "") return [{ kind, what: "The id of a call is empty." }];
  if (id.length > most)
    return [{ kind, what: `The id of a call has ${id.length} characters; models accept at most ${most}.` }];
  if (pattern && !pattern.test(id))
    return [{ kind, what: `The id of a call, ${JSON.stringify(id)}, has characters that models refuse.` }];
  return [];
}

export function nameFaults(name: string, { pattern, accepted }: NameRules): BadItem[] {
  if (pattern.test(name)) return [];
  const shown = name.length > 80 ? `${name.slice(0, 80)}…` : name;
  const what = `A tool is called ${JSON.stringify(shown)}; models accept ${accepted}.`;
  return [{ kind: "bad-tool-name", what }];
}

export function inputFaults(input: unknown): BadItem[] {
  if (typeof input === "object" && input !== null && !Array.isArray(input)) return [];
  const found = input === null ? "null" : Array.isArray(input) ? "a list" : `a ${typeof input}`;
  return [{ kind: "bad-tool-input", what: `The input of a tool is ${found}; models accept an object.` }];
}
