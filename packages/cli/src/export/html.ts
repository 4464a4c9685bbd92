import { localTime, type SessionSummary, safeLine, type Turn, titleWords } from "@reprise/model";
import { damageLine } from "../print/doctor/damage-line.ts";
import { sharedFacts } from "../print/sessions/session-facts.ts";
import { count } from "../print/words.ts";
import { itemHtml } from "./html-item.ts";
import { stylesheet } from "./html-style.ts";
import { escaped } from "./html-text.ts";
import type { WriteTranscript } from "./write.ts";

/** One self-contained file that runs nothing: everything recorded is text in it. */
export const writeHtml: WriteTranscript = async (out, reading) => {
  const label = escaped(titleWords(reading.session));
  await out.write(head(label));
  await out.write(header(reading.session, label));
  // Written last and shown first: by then every turn has been seen, and only its first line is kept.
  const contents: string[] = [];
  for await (const turn of reading.turns) {
    contents.push(contentsRow(turn));
    await out.write(turnHead(turn));
    for (const item of turn.items) await out.write(itemHtml(item));
    await out.write("</section>\n");
  }
  if (reading.damage.length > 0) {
    await out.write('<section class="damage">\n<h2>Damage</h2>\n<p>Everything readable is above.</p>\n<ul>\n');
    for (const damage of reading.damage) await out.write(`<li>${escaped(damageLine(damage))}</li>\n`);
    await out.write("</ul>\n</section>\n");
  }
  await out.write(contentsOf(contents));
  await out.write("</main>\n</body>\n</html>\n");
};

function head(title: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'">
<meta name="referrer" content="no-referrer">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<style>
${stylesheet}</style>
</head>
<body>
<main>
`;
}

/** What it is, in one line, and the rest folded. */
function header(session: SessionSummary, label: string): string {
  const { agent, workspace, createdAt, updatedAt, turnCount, toolCount, state } = session;
  const parts = [
    agent,
    ...(workspace === null ? [] : [workspace]),
    `${localTime(createdAt)} – ${localTime(updatedAt)}`,
    count(turnCount, "turn"),
    count(toolCount, "tool call"),
    state,
  ];
  const facts = sharedFacts(session).map(([name, value]) => `<dt>${name}</dt><dd>${escaped(value)}</dd>\n`);
  return `<header>\n<h1>${label}</h1>\n<p class="line">${escaped(parts.join(" · "))}</p>\n<details><summary>Details</summary><dl>\n${facts.join("")}</dl></details>\n</header>\n`;
}

const longestLine = 120;

function contentsRow({ number, state, items }: Turn): string {
  const prompt = items.find((item) => item.kind === "prompt");
  const text = prompt === undefined ? "" : safeLine(prompt.text.trimStart().slice(0, 4 * longestLine));
  const line = text.length > longestLine ? `${text.slice(0, longestLine)}…` : text;
  const shown = state === "completed" ? "" : state;
  return `<li><a href="#turn-${number}"><span>${number}</span><span>${escaped(line)}</span><span>${shown}</span></a></li>\n`;
}

function contentsOf(rows: readonly string[]): string {
  if (rows.length < 2) return "";
  return `<nav>\n<h2>Turns</h2>\n<ol>\n${rows.join("")}</ol>\n</nav>\n`;
}

function turnHead({ number, state, startedAt }: Turn): string {
  const history = number === 0 ? " (history from another session)" : "";
  const started = startedAt === null ? "" : ` <time datetime="${escaped(startedAt)}">${localTime(startedAt)}</time>`;
  return `<section id="turn-${number}">\n<h2><a href="#turn-${number}">Turn ${number}${history}</a> <span class="state ${state}">${state}</span>${started}</h2>\n`;
}
