import { type Foreign, isForeign, numberOf, textOf } from "../foreign.ts";
import type { Toolbox } from "../writing/native-items.ts";
import type { ToolMeaning } from "../writing/portable.ts";

export const opencodeTools: Toolbox = {
  agent: "opencode",
  command: (command) => ({ name: "bash", input: { command, description: "Runs a command" } }),
  write: (filePath, content) => ({ name: "write", input: { filePath, content } }),
  replace: (filePath, oldString, newString) => ({ name: "edit", input: { filePath, oldString, newString } }),
  meaning(meaning) {
    switch (meaning.does) {
      case "read": {
        const { path, from, count } = meaning;
        const lines = { ...(from !== null && { offset: from }), ...(count !== null && { limit: count }) };
        return { name: "read", input: { filePath: path, ...lines } };
      }
      case "search": {
        const { pattern, path, files } = meaning;
        const where = { ...(path !== null && { path }), ...(files !== null && { include: files }) };
        return { name: "grep", input: { pattern, ...where } };
      }
      case "find": {
        const { pattern, path } = meaning;
        return { name: "glob", input: { pattern, ...(path !== null && { path }) } };
      }
      case "list":
        // For a folder it returns the entries.
        return { name: "read", input: { filePath: meaning.path } };
    }
  },
};

export function meaningInOpenCode(name: string, given: unknown): ToolMeaning | null {
  const input: Foreign = isForeign(given) ? given : {};
  const [path, pattern] = [textOf(input.path), textOf(input.pattern)];
  const file = textOf(input.filePath);
  if (name === "read" && file !== null)
    return { does: "read", path: file, from: numberOf(input.offset), count: numberOf(input.limit) };
  if (name === "grep" && pattern !== null) return { does: "search", pattern, path, files: textOf(input.include) };
  if (name === "glob" && pattern !== null) return { does: "find", pattern, path };
  return name === "list" && path !== null ? { does: "list", path } : null;
}
