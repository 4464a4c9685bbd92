import type { ToolMeaning } from "./portable.ts";

/** The command that gives what such a tool gives, for agents that read by a shell. */
export function shellFor(meaning: ToolMeaning): string {
  switch (meaning.does) {
    case "read": {
      const { path, from, count } = meaning;
      if (from === null && count === null) return `cat ${word(path)}`;
      const first = from ?? 1;
      return `sed -n '${first},${count === null ? "$" : first + count - 1}p' ${word(path)}`;
    }
    case "search": {
      const { pattern, path, files } = meaning;
      const only = files === null ? "" : ` --include=${word(files)}`;
      return `grep -rn${only} -e ${word(pattern)} ${word(path ?? ".")}`;
    }
    case "find": {
      const { pattern, path } = meaning;
      return pattern.includes("/")
        ? `find ${word(path ?? ".")} -path ${word(`*${pattern.replace(/^(?:\.\/|\*\*\/)+/, "/")}`)}`
        : `find ${word(path ?? ".")} -name ${word(pattern)}`;
    }
    case "list":
      return `ls -la ${word(meaning.path)}`;
  }
}

/** A word as a shell needs it. */
export function word(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
