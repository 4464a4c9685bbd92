import { wordsLike } from "./source-facts.ts";

/** Where no code decides by an agent's name: what differs between agents is in their definitions. */
const WITHOUT_NAMES = /^packages\/(?:cli|tui|core)\/src\/(?!agents|journal|index\.ts$)/;
/** The examples in the help. */
const EXAMPLES = "packages/cli/src/arguments/";

/** Strings and names in code that name an agent; comments may. `agents`: their folders. */
export function brokenAgentNameRules(path: string, text: string, agents: readonly string[]): string[] {
  const name = new RegExp(agents.join("|"), "i");
  if (!WITHOUT_NAMES.test(path) || path.endsWith(".test.ts") || !name.test(text)) return [];
  return wordsLike(name, path, text)
    .filter((word) => name.test(withoutOthers(word.name)) && !isExample(path, word.name))
    .map((word) => `${path}:${word.line} names an agent: put what differs into agents/<agent>/`);
}

/** CodexPotter is no agent: it runs one. */
function withoutOthers(word: string): string {
  return word.replaceAll(/codexpotter/gi, "");
}

/** The folders in core/agents that hold an agent. */
export function agentFolders(paths: readonly string[]): string[] {
  return paths.flatMap((path) => /^packages\/core\/src\/agents\/([^/]+)\/acting\.ts$/.exec(path)?.[1] ?? []);
}

function isExample(path: string, word: string): boolean {
  return path.startsWith(EXAMPLES) && /^(?:reprise |codex:)| --to /.test(word);
}
