import type { Turn } from "@reprise/model";
import { localTime } from "@reprise/model";
import { damageLine } from "../print/damage-line.ts";
import { labelOf, sessionFacts } from "../print/session-facts.ts";
import { itemHtml } from "./html-item.ts";
import { escaped } from "./html-text.ts";
import { stylesheet } from "./stylesheet.ts";
import type { WriteTranscript } from "./write.ts";

/** One file that needs no other and runs nothing: everything recorded is text in it. */
export const writeHtml: WriteTranscript = async (out, reading) => {
  const label = escaped(labelOf(reading.session));
  const facts = sessionFacts(reading.session).map(
    ([name, value]) => `<dt>${name}</dt><dd>${escaped(value)}</dd>\n`,
  );
  await out.write(head(label));
  await out.write(`<header>\n<h1>${label}</h1>\n<dl>\n${facts.join("")}</dl>\n</header>\n`);
  for await (const turn of reading.turns) {
    await out.write(turnHead(turn));
    for (const item of turn.items) await out.write(itemHtml(item));
    await out.write("</section>\n");
  }
  if (reading.damage.length > 0) {
    await out.write(
      '<section class="damage">\n<h2>Damage</h2>\n<p>Everything readable is above.</p>\n<ul>\n',
    );
    for (const damage of reading.damage) await out.write(`<li>${escaped(damageLine(damage))}</li>\n`);
    await out.write("</ul>\n</section>\n");
  }
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

function turnHead({ number, state, startedAt }: Turn): string {
  const history = number === 0 ? " (history from another session)" : "";
  const started =
    startedAt === null ? "" : ` <time datetime="${escaped(startedAt)}">${localTime(startedAt)}</time>`;
  return `<section id="turn-${number}">\n<h2>Turn ${number}${history} <span class="state ${state}">${state}</span>${started}</h2>\n`;
}
