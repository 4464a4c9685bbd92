import { codeSpan, escapedLine, itemMarkdown, localTime, type Turn, titleWords } from "@reprise/model";
import { damageLine } from "../print/doctor/damage-line.ts";
import { sharedFacts } from "../print/sessions/session-facts.ts";
import type { WriteTranscript } from "./write.ts";

export const writeMarkdown: WriteTranscript = async (out, reading) => {
  const facts = sharedFacts(reading.session).map(
    ([label, value]) => `- ${label === "" ? "" : `${label}: `}${codeSpan(value)}\n`,
  );
  await out.write(`# ${escapedLine(titleWords(reading.session))}\n\n${facts.join("")}`);
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
