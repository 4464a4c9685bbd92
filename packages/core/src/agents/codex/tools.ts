import { type Foreign, isForeign, numberOf, textOf } from "../foreign.ts";
import { asText } from "../writing/native-items.ts";
import type { PortableItem, ToolMeaning } from "../writing/portable.ts";
import { shellCommand } from "../writing/shell-command.ts";

/** Codex reads by its shell; a call of a tool that it does not have becomes a text. */
export function inCodexWords(item: PortableItem): PortableItem {
  if (item.kind !== "call" || item.call.tool !== "other" || item.call.agent === "codex") return item;
  const { meaning } = item.call;
  if (meaning === null) return { kind: "user", text: "", attached: [asText(item)], at: item.at };
  return { ...item, call: { tool: "command", command: shellCommand(meaning) } };
}

/** Of releases that had tools of their own for reading. */
export function meaningInCodex(name: string, given: unknown): ToolMeaning | null {
  const input: Foreign = isForeign(given) ? given : {};
  const path = textOf(input.path) ?? textOf(input.file_path) ?? textOf(input.dir_path);
  const pattern = textOf(input.pattern);
  if (name === "view_image" && path !== null)
    return { does: "read", path: path.replace(/^file:\/\//, ""), from: null, count: null };
  if (name === "read_file" && path !== null)
    return { does: "read", path, from: numberOf(input.offset), count: numberOf(input.limit) };
  if (name === "grep_files" && pattern !== null) return { does: "search", pattern, path, files: textOf(input.include) };
  return name === "list_dir" && path !== null ? { does: "list", path } : null;
}
