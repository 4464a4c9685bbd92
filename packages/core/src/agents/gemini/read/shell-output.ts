interface ShellOutput {
  readonly output: string;
  readonly exitCode: number | null;
}

const wrapped = /^<untrusted_context>\n([\s\S]*)\n<\/untrusted_context>$/;
const opening = /^(?:Command: [^\n]*\n)?(?:Directory: [^\n]*\n)?(?:Output|Stdout): /;
const section = /^(Stderr|Error|Exit Code|Signal|Background PIDs|Process Group PGID): (.*)$/;

/** Text of another form is plain output. */
export function readShellOutput(told: string): ShellOutput {
  const at = told.indexOf(hookOpening);
  if (at === -1) return readPrinted(told);
  const { output, exitCode } = readPrinted(told.slice(0, at));
  return { output: `${output}${told.slice(at)}`, exitCode };
}

/** Hooks may append text after the output. */
const hookOpening = "\n\n<hook_context>";

function readPrinted(told: string): ShellOutput {
  const text = wrapped.exec(told)?.[1] ?? told;
  const begin = opening.exec(text)?.[0].length;
  if (begin === undefined) return { output: text, exitCode: null };
  const { end, sections } = trailingSections(text);
  const printed = text.slice(begin, Math.max(begin, end));
  const notes = ["Stderr", "Error", "Signal", "Background PIDs"].flatMap((name) => {
    const said = sections.get(name);
    return said === undefined || said === "(none)" || said === "(empty)" ? [] : [`${name}: ${said}`];
  });
  const output = [printed === "(empty)" ? "" : printed, ...notes].filter((piece) => piece !== "").join("\n");
  return { output, exitCode: exitCodeOf(sections, notes.length > 0) };
}

/** Read from the end: the output may contain such lines. */
function trailingSections(text: string): { end: number; sections: Map<string, string> } {
  const sections = new Map<string, string>();
  let end = text.length;
  for (let newline = text.lastIndexOf("\n", end - 1); newline !== -1; newline = text.lastIndexOf("\n", end - 1)) {
    const found = section.exec(text.slice(newline + 1, end));
    if (!found?.[1] || sections.has(found[1])) break;
    sections.set(found[1], found[2] ?? "");
    end = newline;
    if (end === 0) break;
  }
  return { end, sections };
}

/** Omitted if 0. A killed command or one that never started has none. */
function exitCodeOf(sections: ReadonlyMap<string, string>, hasNotes: boolean): number | null {
  const said = sections.get("Exit Code");
  if (said !== undefined) return /^-?\d+$/.test(said) ? Number(said) : null;
  return hasNotes && (sections.has("Error") || sections.has("Signal")) ? null : 0;
}
