import { type Agent, type Failure, noSettings, type PromptInput, type Settings } from "@reprise/model";
import { type AgentDriver, DriverError } from "../agents/driving/driver.ts";
import { readPromptFile } from "../agents/driving/prompt-file.ts";

interface Receiver {
  readonly agent: Agent;
  readonly cwd: string;
  readonly settings: Partial<Settings>;
}

/** Names the images and files that the agent takes none of, or would not send; null: it takes all. */
export function inputProblem(
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
