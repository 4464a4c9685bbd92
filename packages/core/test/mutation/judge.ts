import type { Equivalent } from "./equivalent.ts";

/** What Stryker writes down of a run, as far as it is read here. */
export interface Report {
  readonly files: Readonly<Record<string, { readonly source: string; readonly mutants: readonly Mutant[] }>>;
}

export interface Mutant {
  readonly mutatorName: string;
  readonly replacement?: string;
  readonly status: string;
  readonly location: { readonly start: SourcePosition; readonly end: SourcePosition };
}

interface SourcePosition {
  readonly line: number;
  readonly column: number;
}

export interface Verdict {
  /** One row a file: how many mutants, how many noticed. */
  readonly rows: readonly string[];
  /** Mutants that no test noticed and nobody has declared equivalent; then declarations that fit nothing. */
  readonly problems: readonly string[];
}

const unnoticed = ["Survived", "NoCoverage"];
const noticed = ["Killed", "Timeout", "RuntimeError"];

/** Every mutant must be noticed by a test, or be declared to change nothing, with the reason. */
export function judge({ files }: Report, equivalent: readonly Equivalent[]): Verdict {
  const rows: string[] = [];
  const problems: string[] = [];
  const unused = new Set(equivalent.filter(({ file }) => file in files));
  for (const [file, { source, mutants }] of Object.entries(files)) {
    const count = (states: readonly string[]) => mutants.filter(({ status }) => states.includes(status)).length;
    let equivalentCount = 0;
    const survivors = mutants.filter((mutant) => {
      if (!unnoticed.includes(mutant.status)) return false;
      const known = equivalent.find((one) => one.file === file && isSame(one, mutant, source));
      if (known === undefined) return true;
      unused.delete(known);
      equivalentCount += 1;
      return false;
    });
    const total = count(noticed) + count(unnoticed);
    rows.push(
      `${file}: ${total} mutants, ${count(noticed)} noticed, ${equivalentCount} equivalent, ${survivors.length} survived`,
    );
    for (const mutant of survivors) problems.push(`${file}:${told(mutant, source)}`);
  }
  for (const { file, code, becomes } of unused)
    problems.push(`${file}: declared equivalent, but no mutant survives that turns ${code} into ${becomes}`);
  return { rows, problems };
}

function isSame({ line, code, becomes }: Equivalent, mutant: Mutant, source: string): boolean {
  const isIn = line === undefined || lineOf(mutant, source).includes(line);
  return isIn && code === oneLine(codeOf(mutant, source)) && becomes === oneLine(mutant.replacement ?? "");
}

function told(mutant: Mutant, source: string): string {
  const { line } = mutant.location.start;
  return `${line}: ${oneLine(codeOf(mutant, source))}  =>  ${oneLine(mutant.replacement ?? "")}  (${mutant.mutatorName}, ${mutant.status})`;
}

/** Lines and columns are counted from 1. */
function codeOf({ location: { start, end } }: Mutant, source: string): string {
  const lines = source.split("\n").slice(start.line - 1, end.line);
  lines[lines.length - 1] = lines.at(-1)?.slice(0, end.column - 1) ?? "";
  lines[0] = lines[0]?.slice(start.column - 1) ?? "";
  return lines.join("\n");
}

function lineOf({ location }: Mutant, source: string): string {
  return source.split("\n")[location.start.line - 1] ?? "";
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
