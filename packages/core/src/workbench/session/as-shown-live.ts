import type { Item } from "@reprise/model";

const compacted = "Context compacted";
/** Claude Code's log has commands of its own as notices, after what they did, and what they printed as context. */
const typedCommand = /^\/[a-z][\w:-]*(?:\s|$)/;
const printed = new Set(["local command stdout", "local command stderr"]);

/** Items of a log as they are shown while they happen: commands that were typed are prompts, a compaction is one line. */
export function asShownLive(items: readonly Item[]): readonly Item[] {
  const shown: Item[] = [];
  for (const item of items) {
    const line = compactionLine(item);
    if (line === null) continue;
    if (line.kind === "notice" && typedCommand.test(line.text)) {
      const place = line.text.startsWith("/compact") && isCompaction(shown.at(-1)) ? -1 : shown.length;
      const { id, at, origin, text } = line;
      shown.splice(place, 0, { id, at, origin, kind: "prompt", text });
    } else if (line.kind === "attachment" && line.what === "context" && printed.has(line.name)) {
      const { id, at, origin, text } = line;
      shown.push({ id, at, origin, kind: "notice", text: text ?? "" });
    } else shown.push(line);
  }
  return shown;
}

/** Without its summary, which the session has; null for a summary that follows its line. */
function compactionLine(item: Item): Item | null {
  if (item.kind !== "notice" || item.mark?.type !== "compaction") return item;
  return isCompaction(item) ? { ...item, text: `${compacted}.` } : null;
}

function isCompaction(item: Item | undefined): boolean {
  return item?.kind === "notice" && item.text.startsWith(compacted);
}
