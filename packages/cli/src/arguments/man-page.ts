import { builtInAgents } from "@reprise/core";
import { type CommandName, commandNames, commandSpec } from "./commands.ts";
import { optionRow, usage } from "./help.ts";

/** Of this text, not of the build: the same sources give the same page. */
const date = "2026-11-17";

/** `reprise.1`, from the tables that `--help` is made of. */
export function manPage(version: string): string {
  const agents = builtInAgents.map(({ agent }) => agent);
  const lines = [
    `.TH REPRISE 1 "${date}" "Reprise ${version}" "User Commands"`,
    ".SH NAME",
    "reprise \\- list, search, read and continue the sessions of coding agents",
    ".SH SYNOPSIS",
    ".B reprise",
    "[\\fICOMMAND\\fR] [\\fIOPTIONS\\fR]",
    ".SH DESCRIPTION",
    ...prose("Without a command it opens the app on this project's sessions; without a terminal it lists them."),
    text("With -c it continues the newest one. It never changes a file of an agent."),
    ".SH COMMANDS",
    ...commandNames().flatMap((name) => commandPart(name, agents)),
    ".SH OPTIONS",
    ...(["json", "help", "version"] as const).flatMap((name) => tagged(optionRow(name, agents))),
    ".SH EXIT STATUS",
    ...exitWords.flatMap(tagged),
    ".SH ENVIRONMENT",
    ...variables.flatMap(tagged),
  ];
  return `${lines.join("\n")}\n`;
}

function commandPart(name: CommandName, agents: readonly string[]): string[] {
  const { summary, options, meanings = {}, notes = [], examples } = commandSpec(name);
  return [
    `.SS "reprise ${quoted(usage(name))}"`,
    ...prose(`${summary}.`),
    ...options.flatMap((option) => tagged(optionRow(option, agents, meanings[option]))),
    ...(notes.length > 0 ? [".PP", ...notes.flatMap(prose)] : []),
    ".PP",
    examples.length > 1 ? "Examples:" : "Example:",
    ".nf",
    ...examples.map(text),
    ".fi",
  ];
}

function tagged([term, about]: readonly [string, string]): string[] {
  return [".TP", `\\fB${text(term)}\\fR`, ...prose(about)];
}

const exitWords: readonly (readonly [string, string])[] = [
  ["0", "Done."],
  ["1", "It failed."],
  ["2", "The command line is wrong."],
  ["3", "There is no such session."],
  ["4", "The session is open in another program."],
  ["5", "Refused: your decision is needed. Nothing was done."],
];

const variables: readonly (readonly [string, string])[] = [
  ["REPRISE_STATE, REPRISE_CACHE, REPRISE_CONFIG", "Where Reprise keeps its files instead of the XDG folders."],
  ["NO_COLOR", "No colours."],
  ["REPRISE_PLAIN=1", "Lines of text instead of screens."],
  ["REPRISE_NO_INDEXING=1", "A search starts no process that indexes what it has left."],
];

/** One line that roff prints as it is. */
function text(line: string): string {
  const escaped = line
    .replaceAll("\\", "\\e")
    .replaceAll("-", "\\-")
    .replaceAll("…", "\\&...")
    .replaceAll("–", "\\(en");
  return /^[.']/.test(escaped) ? `\\&${escaped}` : escaped;
}

/** Lines of at most 80 bytes: roff joins them. */
function prose(line: string): string[] {
  const lines: string[] = [];
  for (const word of line.split(" ")) {
    const longer = lines.length === 0 ? word : `${lines.at(-1)} ${word}`;
    if (lines.length === 0 || Buffer.byteLength(text(longer)) > 78) lines.push(word);
    else lines[lines.length - 1] = longer;
  }
  return lines.map(text);
}

function quoted(line: string): string {
  return text(line).replaceAll('"', "\\(dq");
}
