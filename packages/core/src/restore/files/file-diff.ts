import { structuredPatch } from "diff";
import { linesOf } from "./hunks.ts";

interface Difference {
  /** Relative to the patch's folder, with slashes. */
  readonly name: string;
  readonly now: string | null;
  readonly earlier: string | null;
  readonly mode: number;
  /** A comment line; git skips it. */
  readonly note: string | null;
}

/** Beyond this the whole file is one change. */
const mostChanges = 2000;

/** For `git apply`. Null if both are equal. */
export function fileDiff({ name, now, earlier, mode, note }: Difference): string | null {
  if (now === earlier) return null;
  const [old, fresh] = [quoted(`a/${name}`), quoted(`b/${name}`)];
  const head = [...(note === null ? [] : [`# ${note}`]), `diff --git ${old} ${fresh}`];
  if (now === null) head.push(`new file mode ${gitMode(mode)}`);
  if (earlier === null) head.push(`deleted file mode ${gitMode(mode)}`);
  const hunks = hunksOf(now ?? "", earlier ?? "");
  if (hunks === "") return `${head.join("\n")}\n`;
  const names = [
    `--- ${now === null ? "/dev/null" : ended(old)}`,
    `+++ ${earlier === null ? "/dev/null" : ended(fresh)}`,
  ];
  return `${[...head, ...names].join("\n")}\n${hunks}`;
}

/** Null if the diff creates no file. */
export function newFileMode(diff: string | null): number | null {
  const mode = /^new file mode 100(\d{3})$/m.exec(diff?.split(/^--- /m)[0] ?? "")?.[1];
  return mode === undefined ? null : Number.parseInt(mode, 8);
}

/** Git knows only whether a file can be executed. */
function gitMode(mode: number): string {
  return mode & 0o100 ? "100755" : "100644";
}

function hunksOf(now: string, earlier: string): string {
  const made = structuredPatch("", "", now, earlier, "", "", { context: 3, maxEditLength: mostChanges });
  if (!made) return wholeHunk(now, earlier);
  return made.hunks
    .map(({ oldStart, oldLines, newStart, newLines, lines }) => {
      const from = oldLines === 0 ? oldStart - 1 : oldStart;
      const to = newLines === 0 ? newStart - 1 : newStart;
      return `@@ -${from},${oldLines} +${to},${newLines} @@\n${lines.join("\n")}\n`;
    })
    .join("");
}

function wholeHunk(now: string, earlier: string): string {
  const [old, fresh] = [linesOf(now), linesOf(earlier)];
  const side = (lines: readonly string[], sign: string) =>
    lines.map((line) => (line.endsWith("\n") ? sign + line : `${sign}${line}\n\\ No newline at end of file\n`));
  const header = `@@ -${old.length === 0 ? 0 : 1},${old.length} +${fresh.length === 0 ? 0 : 1},${fresh.length} @@\n`;
  return header + [...side(old, "-"), ...side(fresh, "+")].join("");
}

/** Quotes like git. */
function quoted(name: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what git quotes
  if (!/["\\\u0000-\u001f\u007f]/.test(name)) return name;
  const text = name.replace(
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what git quotes
    /["\\\u0000-\u001f\u007f]/g,
    (sign) => (sign === '"' || sign === "\\" ? `\\${sign}` : `\\${sign.charCodeAt(0).toString(8).padStart(3, "0")}`),
  );
  return `"${text}"`;
}

/** A tab after a name with a space, or the rest would be read as a time. */
function ended(name: string): string {
  return name.includes(" ") && !name.startsWith('"') ? `${name}\t` : name;
}
