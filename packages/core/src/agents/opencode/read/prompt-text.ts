import { fieldOf, listOf } from "../../foreign.ts";

const deniedByRun = ["question", "plan_enter", "plan_exit"];

/** `opencode run` forbids what needs a person to answer; nothing else does so in just this way. */
export function isMadeByRun(permission: unknown): boolean {
  const denied = listOf(permission)
    .filter((rule) => fieldOf(rule, "action") === "deny" && fieldOf(rule, "pattern") === "*")
    .map((rule) => fieldOf(rule, "permission"));
  return deniedByRun.every((name) => denied.includes(name));
}

/** A prompt without what `run` adds: up to 1.3 a newline before what came by its input, and quotes. */
export function asTyped(text: string): string {
  return withoutQuotes(text.replace(/^\n/, ""));
}

/** `run` puts quotes around an argument with a blank in it. Undone only where that gives the very same text again. */
function withoutQuotes(text: string): string {
  if (!text.startsWith('"') || !text.endsWith('"') || text.length < 2) return text;
  const inner = text.slice(1, -1).replaceAll('\\"', '"');
  const isExact = inner.includes(" ") && `"${inner.replaceAll('"', '\\"')}"` === text;
  return isExact ? inner : text;
}
