import type { ToolMeaning } from "./portable.ts";

/** The shell equivalent of such a tool, for agents that read through a shell. */
export function shellCommand(meaning: ToolMeaning): string {
  switch (meaning.does) {
    case "read": {
      const { path, from, count } = meaning;
      if (from === null && count === null) return `cat ${shellWord(path)}`;
      const first = from ?? 1;
      return `sed -n '${first},${count === null ? "$" : first + count - 1}p' ${shellWord(path)}`;
    }
    case "search": {
      const { pattern, path, files } = meaning;
      const only = files === null ? "" : ` --include=${shellWord(files)}`;
      return `grep -rn${only} -e ${shellWord(pattern)} ${shellWord(path ?? ".")}`;
    }
    case "find": {
      const { pattern, path } = meaning;
      return pattern.includes("/")
        ? `find ${shellWord(path ?? ".")} -path ${shellWord(`*${pattern.replace(/^(?:\.\/|\*\*\/)+/, "/")}`)}`
        : `find ${shellWord(path ?? ".")} -name ${shellWord(pattern)}`;
    }
    case "list":
      return `ls -la ${shellWord(meaning.path)}`;
  }
}

/** Quotes a word for the shell. */
export function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
