import type { Request } from "@reprise/model";
import { decodeExact } from "./decode-exact.ts";

/** What the user sees of a question: the rows of the request, without our title and answers. */
export interface ShownQuestion {
  readonly rows: readonly string[];
}

interface Part {
  readonly label: string;
  /** Reassembled from their rows. */
  readonly lines: string[];
}

const labels = ["Command", "Folder", "Agent says", "Network", "Permits", "Change", "Session", "Always"];

/**
 * Problems of a question as the user reads it: each row must have a bar in the same column, everything before it must be
 * ours, and everything after it must match the request character by character. Empty if there are none.
 */
export function problemsOf({ rows }: ShownQuestion, request: Request): string[] {
  const parts = partsIn(rows);
  if (typeof parts === "string") return [parts];
  const { subject, cwd, reason, network, grants, rule, changes } = request;
  const wanted: Readonly<Record<string, readonly string[]>> = {
    Command: changes.length > 0 ? [] : [subject],
    Folder: cwd === null ? [] : [cwd],
    "Agent says": reason === null || reason === "" ? [] : [reason],
    Network: network === null ? [] : [`connection to ${quoted(network.host)}, port 443 by https`],
    Permits: grants.length === 0 ? [] : [grants.map(({ target }) => `write: ${target}`).join("\n")],
    Change: changes.map(changed),
    Always: rule?.kind === "command-prefix" ? [ruled(rule.words)] : [],
  };
  return Object.entries(wanted).flatMap(([label, texts]) => {
    const found = parts.filter((part) => part.label === label).map(({ lines }) => lines.join("\n"));
    return compared(label, found, texts);
  });
}

function compared(label: string, found: readonly string[], wanted: readonly string[]): string[] {
  if (found.length !== wanted.length) return [`${label} is shown ${found.length} times instead of ${wanted.length}`];
  const isLines = label === "Command" || label === "Folder" || label === "Agent says";
  return wanted.flatMap((text, index) => {
    const [seen, meant] = [decodeExact(found[index] ?? ""), text].map((one) => bare(one, isLines));
    return seen === meant ? [] : [`${label} shows ${JSON.stringify(seen)} instead of ${JSON.stringify(meant)}`];
  });
}

/** The number of blanks between two words is tested with the text itself. */
function bare(text: string, isLines: boolean): string {
  return text.replace(isLines ? "" : /[\n␊]/g, "").replace(/[ \t]+/g, " ");
}

function quoted(word: string): string {
  return `"${word.replace(/["\\]/g, "\\$&")}"`;
}

function ruled(words: readonly string[]): string {
  return `adds a permanent rule: allow every command that starts with: ${words.map(quoted).join(" ")}`;
}

/** In a diff, a line of one blank is an empty line. */
function changed({ change, path, movedTo, diff }: Request["changes"][number]): string {
  const to = movedTo === null ? "" : ` → ${movedTo}`;
  return `${change} ${path}${to}\n${(diff ?? "").replace(/^[ \t]$/gm, "")}`;
}

/** The parts, or why the rows cannot be read. */
function partsIn(rows: readonly string[]): readonly Part[] | string {
  const bar = Math.min(...rows.map((row) => row.search(/[│┊]/)).filter((at) => at >= 0));
  const parts: Part[] = [];
  for (const row of rows) {
    const [mark, text] = [row[bar], row.slice(bar + 2)];
    const isBar = mark === "│" || mark === "┊";
    const own = isBar ? row.slice(0, bar).trim() : row.trim().replace(/:$/, "");
    if (own !== "" && !labels.includes(own)) return `a row that is not ours: ${JSON.stringify(row)}`;
    if (own !== "") parts.push({ label: own, lines: [] });
    const lines = parts.at(-1)?.lines;
    if (lines === undefined || (!isBar && own === "")) return `a row without a label or a bar: ${JSON.stringify(row)}`;
    if (mark === "│") lines.push(text);
    if (mark === "┊") lines.push((lines.pop() ?? "") + text);
  }
  return parts;
}
