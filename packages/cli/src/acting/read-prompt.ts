import type { PromptTarget } from "@reprise/model";
import { badUse } from "../arguments/bad-use.ts";
import type { Job } from "../commands/command.ts";
import { saidSettings } from "./said-settings.ts";

type Reading = { readonly takesPiped: boolean; readonly mayBeEmpty?: boolean };

/** The prompt from the arguments or stdin, saved to disk; null when there is none. */
export async function promptFrom(
  job: Job,
  word: string | undefined,
  { target, ...reading }: Reading & { readonly target: Pick<PromptTarget, "mode" | "session"> },
): Promise<string | null> {
  const text = await readPrompt(job, word, reading);
  const { values, machine, prompt } = job;
  if (text === null || values["dry-run"]) return text;
  const cwd = saidSettings(job).cwd ?? machine.cwd;
  const agent = values.agent ?? machine.agents[0].agent;
  await prompt.save(text, { ...target, agent, cwd });
  return text;
}

async function readPrompt(
  { machine }: Job,
  word: string | undefined,
  { takesPiped, mayBeEmpty = false }: Reading,
): Promise<string | null> {
  const fromStdin = word === "-" || (word === undefined && takesPiped && !machine.isTerminal.stdin);
  if (!fromStdin && word === undefined) return null;
  const text = fromStdin ? await machine.readStdin() : (word ?? "");
  if (text.trim() === "" && mayBeEmpty && word === undefined) return null;
  if (text.trim() === "") throw badUse("The prompt is empty. Write what the agent should do.");
  return fromStdin ? text.trimEnd() : text;
}
