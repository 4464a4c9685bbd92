import { type Foreign, isForeign, numberOf, textOf } from "../foreign.ts";
import type { Toolbox } from "../writing/native-items.ts";
import type { ToolMeaning } from "../writing/portable.ts";

export const geminiTools: Toolbox = {
  agent: "gemini",
  command: (command) => ({ name: "run_shell_command", input: { command } }),
  write: (file_path, content) => ({ name: "write_file", input: { file_path, content } }),
  replace: (file_path, old_string, new_string) => ({
    name: "replace",
    input: { file_path, instruction: "Edit the file.", old_string, new_string },
  }),
  meaning(meaning) {
    switch (meaning.does) {
      case "read": {
        const { path, from, count } = meaning;
        const start = from ?? 1;
        const lines = {
          ...(from !== null && { start_line: from }),
          ...(count !== null && { end_line: start + count - 1 }),
        };
        return { name: "read_file", input: { file_path: path, ...lines } };
      }
      case "search": {
        const { pattern, path, files } = meaning;
        const where = {
          ...(path !== null && { dir_path: path }),
          ...(files !== null && { include_pattern: files }),
        };
        return { name: "grep_search", input: { pattern, ...where } };
      }
      case "find": {
        const { pattern, path } = meaning;
        return { name: "glob", input: { pattern, ...(path !== null && { dir_path: path }) } };
      }
      case "list":
        return { name: "list_directory", input: { dir_path: meaning.path } };
    }
  },
};

export function meaningInGemini(name: string, given: unknown): ToolMeaning | null {
  const input: Foreign = isForeign(given) ? given : {};
  const folder = textOf(input.dir_path) ?? textOf(input.path);
  const pattern = textOf(input.pattern);
  const file = textOf(input.file_path) ?? textOf(input.absolute_path);
  if (name === "read_file" && file !== null) return readIn(file, input);
  if ((name === "grep_search" || name === "search_file_content") && pattern !== null)
    return {
      does: "search",
      pattern,
      path: folder,
      files: textOf(input.include_pattern) ?? textOf(input.include),
    };
  if (name === "glob" && pattern !== null) return { does: "find", pattern, path: folder };
  return name === "list_directory" && folder !== null ? { does: "list", path: folder } : null;
}

/** Older releases count lines from 0. */
function readIn(path: string, { start_line, end_line, offset, limit }: Foreign): ToolMeaning {
  const skipped = numberOf(offset);
  const from = numberOf(start_line) ?? (skipped === null ? null : skipped + 1);
  const end = numberOf(end_line);
  return { does: "read", path, from, count: end === null ? numberOf(limit) : end - (from ?? 1) + 1 };
}
