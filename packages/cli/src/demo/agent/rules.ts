import { appendFileSync, mkdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** Commands that are allowed in the whole home, in Codex's file for it: by their first words. */
export function hasRule(home: string, words: readonly string[]): boolean {
  return rulesOf(home).includes(ruleFor(words));
}

export function addRule(home: string, words: readonly string[]): void {
  mkdirSync(dirname(pathIn(home)), { recursive: true });
  appendFileSync(pathIn(home), `${ruleFor(words)}\n`);
}

function rulesOf(home: string): readonly string[] {
  try {
    return readFileSync(pathIn(home), "utf8").split("\n");
  } catch {
    return []; // no rule was ever made
  }
}

function pathIn(home: string): string {
  return join(home, "rules", "default.rules");
}

function ruleFor(words: readonly string[]): string {
  return `prefix_rule(pattern=${JSON.stringify(words)}, decision="allow")`;
}
