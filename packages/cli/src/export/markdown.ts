import {
  exactCode,
  exactText,
  type FileChange,
  type Item,
  jsonText,
  localTime,
  type Turn,
  type WorkStatus,
  workWords,
  writtenWords,
} from "@reprise/model";
import { damageLine } from "../print/doctor/damage-line.ts";
import { labelOf, sessionFacts } from "../print/sessions/session-facts.ts";
import { codeSpan, escapedLine, fenced, quoted } from "./markdown-text.ts";
import type { WriteTranscript } from "./write.ts";

export const writeMarkdown: WriteTranscript = async (out, reading) => {
  const facts = sessionFacts(reading.session).map(
    ([label, value]) => `- ${label === "" ? "" : `${label}: `}${codeSpan(value)}\n`,
  );
  await out.write(`# ${escapedLine(labelOf(reading.session))}\n\n${facts.join("")}`);
  for await (const turn of reading.turns) {
    await out.write(headingOf(turn));
    for (const item of turn.items) await out.write(`\n${itemMarkdown(item)}`);
  }
  if (reading.damage.length === 0) return;
  await out.write("\n## Damage\n\nEverything readable is above.\n\n");
  for (const damage of reading.damage) await out.write(`- ${codeSpan(damageLine(damage))}\n`);
};

function headingOf({ number, state, startedAt }: Turn): string {
  const history = number === 0 ? " (history from another session)" : "";
  const started = startedAt === null ? "" : ` · ${localTime(startedAt)}`;
  return `\n## Turn ${number}${history} · ${state}${started}\n`;
}

export function itemMarkdown(item: Item): string {
  switch (item.kind) {
    case "prompt":
      return `### Prompt\n\n${quoted(item.text)}`;
    case "attachment":
      return `### Attached ${item.what} ${codeSpan(item.name)}\n${output(item.text)}`;
    case "reply":
      return `### Reply\n\n${quoted(item.text)}`;
    case "reasoning":
      return `### Reasoning\n\n${quoted(item.text)}`;
    case "command":
      return `### Command${commandOutcome(item)}\n\n${fenced(exactText(item.command), "sh")}${output(item.output)}`;
    case "edit":
      return `### Edit${outcome(item.status)}\n${output(item.reason ?? null)}${item.changes.map((change) => changeMarkdown(item, change)).join("")}`;
    case "tool":
      return `### Tool ${codeSpan(item.name)}${outcome(item.status)}\n${input(item.input)}${output(item.output)}`;
    case "approval":
      return `### Approval\n\n${fenced(exactText(item.subject), "text")}\nDecision: ${codeSpan(item.decision ?? "none recorded")}\n`;
    case "notice":
      return `### Notice\n\n${quoted(item.text)}`;
    case "opaque":
      return `### Opaque\n\n${fenced(jsonText(item.raw ?? null), "json")}`;
  }
}

function commandOutcome({ status, exitCode }: Item & { kind: "command" }): string {
  return exitCode === null ? outcome(status) : ` · exit ${exitCode}`;
}

function outcome(status: WorkStatus): string {
  return status === "done" ? "" : ` · ${workWords[status]}`;
}

function changeMarkdown(item: Item & { kind: "edit" }, file: FileChange): string {
  const { path, change, diff, movedTo } = file;
  const written = writtenWords(item, file);
  const content =
    diff === null
      ? ""
      : `\n${fenced(exactCode(diff), change === "update" || change === "move" ? "diff" : "text")}`;
  const to = movedTo === undefined ? "" : ` → ${codeSpan(movedTo)}`;
  return `\n${change} ${codeSpan(path)}${to}${written === "" ? "" : ` · ${written}`}\n${content}`;
}

function input(value: unknown): string {
  if (value === null || value === undefined) return "";
  return `\n${fenced(exactText(jsonText(value)), typeof value === "string" ? "text" : "json")}`;
}

function output(text: string | null): string {
  return text === null || text === "" ? "" : `\n${fenced(text, "text")}`;
}
