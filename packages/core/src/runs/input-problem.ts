import { type Agent, type Failure, grouped, noSettings, type PromptInput, type Settings } from "@reprise/model";
import { type AgentDriver, DriverError } from "../agents/driving/driver.ts";
import { readPromptFile } from "../agents/driving/prompt-file.ts";

interface Receiver {
  readonly agent: Agent;
  readonly cwd: string;
  readonly settings: Partial<Settings>;
}

/** Why the agent would refuse this prompt, before anything is sent; null: it takes it. */
export function promptProblem(
  { text, inputs }: { readonly text: string; readonly inputs: readonly PromptInput[] },
  receiver: Receiver,
  driver: AgentDriver | null,
  env: Readonly<Record<string, string | undefined>>,
): Failure | null {
  const most = driver?.can.promptCharacters ?? Number.POSITIVE_INFINITY;
  const length = text.length > most ? characterCount(text) : 0;
  if (length <= most) return inputProblem(inputs, receiver, driver, env);
  const message = `This prompt has ${grouped(length)} characters; ${receiver.agent} takes ${grouped(most)}. Save the text in a file and name its path in the prompt instead. Nothing was sent.`;
  return { kind: "other", message, resetsAt: null };
}

/** As agents count them: a pair of surrogates is one. */
function characterCount(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

/** Names the images and files that the agent takes none of, or would not send; null: it takes all. */
function inputProblem(
  inputs: readonly PromptInput[],
  { agent, cwd, settings }: Receiver,
  driver: AgentDriver | null,
  env: Readonly<Record<string, string | undefined>>,
): Failure | null {
  const can = driver?.can;
  const isTaken = { image: can?.takesImages ?? false, file: can?.takesFiles ?? false };
  const refused = inputs.filter(({ kind }) => !isTaken[kind]);
  if (refused.length > 0) {
    const names = refused.map(({ kind, path }) => `${kind} ${path}`).join(", ");
    const message = `${agent} does not take this with a prompt: ${names}. Name the path in the prompt instead. Nothing was sent.`;
    return { kind: "other", message, resetsAt: null };
  }
  try {
    for (const input of inputs) {
      readPromptFile(input);
      driver?.checkInput?.(input, { settings: { ...noSettings, ...settings, cwd }, env });
    }
    return null;
  } catch (error) {
    if (error instanceof DriverError) return error.failure;
    throw error;
  }
}
