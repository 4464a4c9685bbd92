import { type Foreign, isForeign, numberOf, textOf } from "../foreign.ts";
import type { Toolbox } from "../writing/native-items.ts";
import type { ToolMeaning } from "../writing/portable.ts";

/** Since 2.1 Claude Code searches and lists with its shell. */
export const claudeTools: Toolbox = {
  agent: "claude",
  command: (command) => ({ name: "Bash", input: { command } }),
  write: (file_path, content) => ({ name: "Write", input: { file_path, content } }),
  replace: (file_path, old_string, new_string) => ({
    name: "Edit",
    input: { file_path, old_string, new_string },
  }),
  meaning(meaning) {
    if (meaning.does !== "read") return null;
    const { path, from, count } = meaning;
    const input = {
      file_path: path,
      ...(from !== null && { offset: from }),
      ...(count !== null && { limit: count }),
    };
    return { name: "Read", input };
  },
};

export function meaningInClaude(name: string, given: unknown): ToolMeaning | null {
  const input: Foreign = isForeign(given) ? given : {};
  const [path, pattern] = [textOf(input.path), textOf(input.pattern)];
  const file = textOf(input.file_path);
  if (name === "Read" && file !== null)
    return { does: "read", path: file, from: numberOf(input.offset), count: numberOf(input.limit) };
  if (name === "Grep" && pattern !== null) return { does: "search", pattern, path, files: textOf(input.glob) };
  if (name === "Glob" && pattern !== null) return { does: "find", pattern, path };
  return name === "LS" && path !== null ? { does: "list", path } : null;
}
