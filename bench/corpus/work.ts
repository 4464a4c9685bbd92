import type { Speaker } from "./speaker.ts";
import { capital } from "./vocabulary.ts";

export interface Command {
  readonly script: string;
  readonly output: string;
  readonly exitCode: number;
}

type LineMaker = (speaker: Speaker, number: number) => string;

/** What programmers run, each with lines such as it prints. */
const kinds: readonly { script: (speaker: Speaker) => string; line: LineMaker }[] = [
  { script: (speaker) => `sed -n '1,${speaker.random.between(40, 240)}p' ${speaker.path()}`, line: codeLine },
  { script: (speaker) => `rg -n ${speaker.name()} src`, line: foundLine },
  { script: (speaker) => `npm test -- ${speaker.word()}`, line: testLine },
  { script: (speaker) => `git log --oneline -n ${speaker.random.between(5, 40)}`, line: commitLine },
  {
    script: (speaker) => `tail -n ${speaker.random.between(50, 400)} logs/${speaker.word()}.log`,
    line: logLine,
  },
  { script: (speaker) => `wc -l ${speaker.path()}`, line: countLine },
];

export function command(speaker: Speaker, outputBytes: number): Command {
  const { random } = speaker;
  const kind = random.pick(kinds);
  const focused = speaker.focused();
  let output = "";
  for (let number = 1; output.length < outputBytes; number += 1) output += `${kind.line(focused, number)}\n`;
  return { script: kind.script(speaker), output, exitCode: random.chance(0.88) ? 0 : random.between(1, 2) };
}

export function codeLine(speaker: Speaker): string {
  const { random } = speaker;
  const indent = "  ".repeat(random.below(4));
  const [one, two] = [speaker.name(), speaker.name()];
  switch (random.below(6)) {
    case 0:
      return `${indent}const ${one} = await ${two}(${speaker.word()}, { ${speaker.word()}: ${random.below(500)} });`;
    case 1:
      return `${indent}if (${one}.${speaker.word()} !== ${two}) return null;`;
    case 2:
      return `${indent}export function ${one}(${two}: ${capital(speaker.name())}): ${capital(speaker.name())} {`;
    case 3:
      return `${indent}// ${speaker.word()} ${speaker.word()} ${speaker.word()} ${speaker.word()} ${speaker.word()}`;
    case 4:
      return `${indent}throw new Error("${speaker.word()} ${speaker.word()} ${speaker.word()}");`;
    default:
      return `${indent}${one}.${two}(${speaker.word()}[${random.below(64)}]);`;
  }
}

function foundLine(speaker: Speaker): string {
  return `${speaker.path()}:${speaker.random.between(1, 900)}:${codeLine(speaker)}`;
}

function commitLine(speaker: Speaker): string {
  return `${speaker.random.hex(9)} ${speaker.word()} ${speaker.word()} ${speaker.name()} ${speaker.word()}`;
}

function countLine(speaker: Speaker): string {
  return `${speaker.random.between(9, 1900)} ${speaker.path()}`;
}

function testLine(speaker: Speaker): string {
  const mark = speaker.random.chance(0.94) ? "✓" : "✗";
  const title = `${speaker.word()} ${speaker.word()} ${speaker.word()} ${speaker.word()}`;
  return ` ${mark} ${speaker.path()} > ${title} ${speaker.random.below(900)}ms`;
}

function logLine(speaker: Speaker, number: number): string {
  const { random } = speaker;
  const level = random.pick(["INFO", "INFO", "DEBUG", "WARN", "ERROR"]);
  const clock = `${10 + (number % 13)}:${10 + random.below(49)}:${10 + random.below(49)}.${100 + random.below(899)}`;
  const event = `${speaker.word()}: ${speaker.word()} ${speaker.word()} ${speaker.name()}=${random.below(100_000)}`;
  return `2026-10-${10 + random.below(20)}T${clock}Z ${level} ${event} request=${random.hex(12)}`;
}
