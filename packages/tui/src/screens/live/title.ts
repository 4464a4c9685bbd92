import { ownTitle, safeLine } from "@reprise/model";
import type { LiveState } from "./state.ts";

const most = 200;

/** As the list will call it: its name, else its first prompt; of a brief, the session that it is of. Empty before the first prompt. */
export function titleOf({ summary, beginning, view }: Pick<LiveState, "summary" | "beginning" | "view">): string {
  const known = summary ?? (beginning.kind === "new" ? beginning.from : null);
  const named = known?.name ?? known?.title ?? "";
  if (named !== "") return safeLine(named);
  for (const entry of view.entries.list) {
    if (entry.kind !== "item" || entry.item.kind !== "prompt") continue;
    const prompt = entry.item.text.slice(0, most).replace(/\s+/g, " ").trim();
    return safeLine(ownTitle(prompt) ?? prompt);
  }
  return "";
}
