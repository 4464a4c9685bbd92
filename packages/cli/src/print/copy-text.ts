import { SessionError } from "@reprise/model";
import type { Job } from "../commands/command.ts";
import { clipboardSequence } from "./osc52.ts";

/** Through the terminal, else with a clipboard program. `otherwise`: what to do if neither works. */
export async function copyText(
  { values, machine, stdout, stderr }: Job,
  text: string,
  otherwise: string,
): Promise<void> {
  const { isTerminal } = machine;
  // With --json stdout is data, even on a terminal.
  const terminal = isTerminal.stderr ? stderr : isTerminal.stdout && !values.json ? stdout : null;
  if (terminal !== null) {
    await terminal.write(clipboardSequence(text, machine.env));
    const words = `Copied to the terminal's clipboard. If it is not there, the terminal does not allow it: ${uncapitalised(otherwise)}`;
    if (!values.json) await stderr.write(`${words}\n`);
    return;
  }
  const program = await machine.copy(text);
  if (program === null)
    throw new SessionError(
      "not-saved",
      `There is no clipboard here: no terminal, and none of wl-copy, xclip and pbcopy. ${otherwise}`,
    );
  if (!values.json) await stderr.write(`Copied with ${program}.\n`);
}

function uncapitalised(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
