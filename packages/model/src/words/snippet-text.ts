import type { Hit } from "../library.ts";
import { exactText } from "../text/exact-text.ts";
import { safeText } from "../text/safe-text.ts";
import { workWords } from "./outcome-words.ts";

const prose: ReadonlySet<Hit["kind"]> = new Set(["title", "prompt", "reply", "reasoning", "notice"]);

/** A search hit for display: commands, paths, tool calls and approvals exactly, written text as prose. */
export function snippetText({ kind, snippet }: Pick<Hit, "kind" | "snippet">): string {
  return prose.has(kind) ? safeText(snippet) : exactText(snippet);
}

/** Why it matched: `title`, `turn 3 · command`. */
export function hitPlace({ turn, kind, isWaiting }: Pick<Hit, "turn" | "kind" | "isWaiting">): string {
  return `${turn === 0 ? kind : `turn ${turn} · ${kind}`}${isWaiting ? `, ${workWords.waiting}` : ""}`;
}

/** What is said of words that are not in one item; empty if they are. */
export function reachWords({ reach }: Pick<Hit, "reach">): string {
  return reach === "item" ? "" : reach === "turn" ? "words in one turn" : "words in different turns";
}
