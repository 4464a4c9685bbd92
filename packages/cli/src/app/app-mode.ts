import type { Values } from "../arguments/options.ts";
import type { Machine } from "../machine.ts";

export type AppMode = "app" | "plain" | "list" | "resume";

/** Options about where and how to look; any other one asks for a printed list. */
const besides: ReadonlySet<string> = new Set([...["all", "cwd", "agent", "agent-home", "no-color", "plain", "newest"]]);

/**
 * `reprise` without a command: screens for a person, lines for a screen reader, a list for a program. `reprise -c`:
 * the newest session on a screen that sends nothing by itself, else as `resume --last` does.
 */
export function appMode(values: Values, { isTerminal, env }: Pick<Machine, "isTerminal" | "env">): AppMode {
  const saidMore = Object.entries(values).some(([name, value]) => !besides.has(name) && isSaid(value));
  if (values.newest) return saidMore || !opensApp(values, { isTerminal, env }) ? "resume" : "app";
  if (saidMore || values.agent !== null) return "list";
  if (values.plain) return "plain";
  if (!isTerminal.stdin || !isTerminal.stdout) return "list";
  return isPlainWanted(env) ? "plain" : "app";
}

/** Commands that have a screen: for a person at a terminal that can show one. */
export function opensApp(values: Values, { isTerminal, env }: Pick<Machine, "isTerminal" | "env">): boolean {
  return !values.json && !values.plain && isTerminal.stdin && isTerminal.stdout && !isPlainWanted(env);
}

/** A terminal that can only print, or a screen reader. */
function isPlainWanted(env: Machine["env"]): boolean {
  return env.TERM === "dumb" || env.REPRISE_PLAIN === "1";
}

function isSaid(value: Values[keyof Values]): boolean {
  return typeof value === "object" && value !== null ? value.length > 0 : value !== false && value !== null;
}
