import type { Hit } from "../library.ts";
import { exactText } from "../text/exact-text.ts";
import { safeText } from "../text/safe-text.ts";

/** A search hit for display: commands, paths, tool calls and approvals exactly, written text as prose. */
export function snippetText({ kind, snippet }: Pick<Hit, "kind" | "snippet">): string {
  const isProse = kind === "prompt" || kind === "reply" || kind === "reasoning" || kind === "notice";
  return isProse ? safeText(snippet) : exactText(snippet);
}
