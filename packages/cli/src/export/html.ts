import { localTime, type Turn } from "@reprise/model";
import { damageLine } from "../print/doctor/damage-line.ts";
import { labelOf, sessionFacts } from "../print/sessions/session-facts.ts";
import { itemHtml } from "./html-item.ts";
import { escaped } from "./html-text.ts";
import type { WriteTranscript } from "./write.ts";

/** One self-contained file that runs nothing: everything recorded is text in it. */
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

const stylesheet = `:root { color-scheme: light dark; --text: #1d2126; --quiet: #5a6370; --page: #fff; --panel: #f4f5f7; --line: #d9dde3;
  --good: #12692f; --bad: #a3191f; --warn: #7a5200; --mark: #0b57a4; }
@media (prefers-color-scheme: dark) { :root { --text: #e3e6ea; --quiet: #9aa4b1; --page: #15181c; --panel: #1e2227;
  --line: #363c44; --good: #7bd88f; --bad: #ff9a97; --warn: #f0c265; --mark: #7fb8f5; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--text); font: 16px/1.55 system-ui, sans-serif; }
main { max-width: 60rem; margin: 0 auto; padding: 1.5rem 1rem 4rem; }
h1 { font-size: 1.4rem; overflow-wrap: anywhere; }
h2 { font-size: 1.1rem; margin: 2.5rem 0 1rem; padding-top: 1rem; border-top: 1px solid var(--line); }
h3 { font-size: .8rem; margin: 0 0 .3rem; color: var(--quiet); font-weight: 600; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .15rem 1rem; font-size: .9rem; }
dt, time { color: var(--quiet); font-weight: normal; }
dd { margin: 0; overflow-wrap: anywhere; }
article { margin: 0 0 1.2rem; }
article p { margin: 0; white-space: pre-wrap; overflow-wrap: anywhere; }
.prompt { padding: .7rem 1rem; background: var(--panel); border-left: 3px solid var(--mark); }
.reasoning p, .notice p { color: var(--quiet); }
pre { margin: .3rem 0; padding: .6rem .8rem; background: var(--panel); border: 1px solid var(--line); border-radius: 4px;
  font: 13px/1.45 ui-monospace, monospace; white-space: pre-wrap; overflow-wrap: anywhere; }
code { font-family: ui-monospace, monospace; font-size: .9em; }
pre code { font-size: inherit; }
ins { color: var(--good); text-decoration: none; }
del { color: var(--bad); text-decoration: none; }
strong, .failed { color: var(--bad); }
.interrupted { color: var(--warn); }
.live { color: var(--good); }
summary { cursor: pointer; color: var(--mark); font-size: .9rem; }
@media print { body { font-size: 11pt; } main { max-width: none; padding: 0; } h2, h3 { break-after: avoid; }
  details::details-content { content-visibility: visible; block-size: auto; } summary { display: none; } }
`;
