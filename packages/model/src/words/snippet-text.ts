import type { Hit } from "../library.ts";
import { exactText } from "../text/exact-text.ts";
import { safeText } from "../text/safe-text.ts";

/** What a search found, to be shown: commands, paths, tool calls and approvals exactly, what somebody wrote as prose. */
export function snippetText({ kind, snippet }: Pick<Hit, "kind" | "snippet">): string {
  const isProse = kind === "prompt" || kind === "reply" || kind === "reasoning" || kind === "notice";
  return isProse ? safeText(snippet) : exactText(snippet);
}
