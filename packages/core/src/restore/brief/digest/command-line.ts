import { isAbsolute, join, normalize } from "node:path";
import type { FileChange } from "@reprise/model";

/** Only the start of a command is examined. */
const mostRead = 2000;

/** The command without what varies between runs: its directory and output redirection. */
export function bareCommand(command: string): string {
  return command
    .slice(0, mostRead)
    .trim()
    .replace(/^cd\s+\S+\s*&&\s*/, "")
    .replace(/^(?:timeout\s+\S+|time|env|sudo)\s+/, "")
    .replace(/\s*2>&1/g, "")
    .replace(/(?:\s*\|\s*(?:tail|head|tee)\b[^|&;]*)+$/, "")
    .replace(/\s+/g, " ")
    .trim();
}

/** A pipe's exit code is that of its last program only. */
export function isPiped(command: string): boolean {
  return /[^|]\|[^|]/.test(command.slice(0, mostRead)) && !command.includes("pipefail");
}

const probe =
  /^(?:ls|cat|rg|grep|egrep|fgrep|ag|find|fd|head|tail|wc|which|type|test|\[|stat|file|du|tree|pwd|echo|diff|cmp|pgrep|less|nl|sed -n|command -v|git (?:grep|log|show|status|diff|blame|ls-files|branch|rev-parse))(?:\s|$)/;

/** A read-only command: finding nothing is not a failure. */
export function isProbe(command: string): boolean {
  const parts = bareCommand(command).split(/\s*(?:&&|\|\||;|\|)\s*/);
  return parts.every((part) => part === "" || probe.test(part));
}

const check =
  /(?:^|[\s/=&;])(?:pytest|py\.test|unittest|tox|nox|vitest|jest|mocha|ava|rspec|phpunit|ctest|junit|karma|cypress|playwright|tsc|mypy|ruff|eslint|clippy)(?:\s|$)|\b(?:npm|pnpm|yarn|bun|cargo|go|make|just|mvn|gradle|gradlew|dotnet|deno|mix|swift|zig|composer|rake|npx|node|uv|poetry|hatch|bazel)\b[^|;&]*?\b(?:test|tests|check|lint|verify|typecheck)\b|\b(?:node|python3?|deno|bun|ruby|perl|php|sh|bash)\s(?:\S+\s)?[\w./-]*\btests?(?:\.\w+)+(?:\s|$)/;

/** Tests, linters and type checkers: their result is evidence. */
export function isCheck(command: string): boolean {
  return check.test(bareCommand(command));
}

const saysFailed =
  /\b[1-9]\d* (?:failed|failing|failures?|errors?)\b|\bFAIL(?:ED|URES?)?\b|^not ok\b|\bfailures=[1-9]|\berror(?:\[|:)/im;
const saysPassed =
  /\b[1-9]\d* (?:passed|passing|tests? passed)\b|^OK\b|\btest result: ok\b|\ball checks passed\b|^ok\b/im;

/** The result of a check whose exit code a pipe hides, from the end of its output; null if unclear. */
export function verdictIn(output: string | null): "passed" | "failed" | null {
  const end = output?.slice(-4000) ?? "";
  if (saysFailed.test(end)) return "failed";
  return saysPassed.test(end) ? "passed" : null;
}

/** Whether a passed check covers a failed one: the same, or the same without some test names. */
export function coversCheck(passed: string, failed: string): boolean {
  if (!isCheck(passed)) return false;
  const [wide, narrow] = [wordsOf(passed), wordsOf(failed)];
  const all = wide.at(-1) === "./..." ? wide.slice(0, -1) : wide;
  return all.length <= narrow.length && all.every((word, index) => word === narrow[index]);
}

function wordsOf(command: string): string[] {
  return bareCommand(command)
    .split(" ")
    .filter((word) => word !== "--" && !/^-\w$|^--(?:quiet|verbose|silent|color\S*|no-color|run)$/.test(word));
}

type Change = Pick<FileChange, "path" | "change" | "movedTo">;

/**
 * Files that a successful command renamed or deleted: plain `mv`, `git mv`, `rm` and `git rm`, alone or joined by `&&`.
 * Omits anything a shell would expand.
 */
export function changesOfCommand(command: string, root: string | null): Change[] {
  if (command.length > 2000 || /[;|<>`$*?(){}\n]|\|\|/.test(command)) return [];
  let folder = root;
  return command.split("&&").flatMap((part): Change[] => {
    const words = shellWords(part.trim());
    const [program, ...rest] = words[0] === "git" ? words.slice(1) : words;
    const names = rest.filter((word) => !word.startsWith("-"));
    const place = (name: string) => (isAbsolute(name) || folder === null ? normalize(name) : join(folder, name));
    if (program === "cd" && words[0] === "cd") {
      folder = names[0] === undefined ? null : place(names[0]);
      return [];
    }
    if (program === "rm") return names.map((name) => ({ path: place(name), change: "delete" as const }));
    if (program !== "mv" || names.length < 2) return [];
    const target = names.at(-1) ?? "";
    const isFolder = names.length > 2 || target.endsWith("/") || /^\.{1,2}$/.test(target);
    return names.slice(0, -1).map((name) => {
      const to = isFolder ? join(target, name.replace(/\/+$/, "").split("/").at(-1) ?? "") : target;
      return { path: place(name), change: "move" as const, movedTo: place(to) };
    });
  });
}

function shellWords(text: string): string[] {
  return [...text.matchAll(/"([^"\\]*)"|'([^']*)'|([^\s"'\\]+)/g)].map(([, a, b, c]) => a ?? b ?? c ?? "");
}
