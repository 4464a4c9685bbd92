import { fieldOf, listOf } from "../../foreign.ts";

const deniedByRun = ["question", "plan_enter", "plan_exit"];

/** `opencode run` denies tools that need a user's answer; nothing else does so in exactly this way. */
export function isMadeByRun(permission: unknown): boolean {
  const denied = listOf(permission)
    .filter((rule) => fieldOf(rule, "action") === "deny" && fieldOf(rule, "pattern") === "*")
    .map((rule) => fieldOf(rule, "permission"));
  return deniedByRun.every((name) => denied.includes(name));
}

/** A prompt without the additions of `run`: quotes and, up to 1.3, a newline before text from stdin. */
export function asTyped(text: string): string {
  return withoutQuotes(text.replace(/^\n/, ""));
}

/** `run` quotes an argument that contains a blank. Undone only if quoting again gives the identical text. */
function withoutQuotes(text: string): string {
  if (!text.startsWith('"') || !text.endsWith('"') || text.length < 2) return text;
  const inner = text.slice(1, -1).replaceAll('\\"', '"');
  const isExact = inner.includes(" ") && `"${inner.replaceAll('"', '\\"')}"` === text;
  return isExact ? inner : text;
}
