import { randomUUID } from "node:crypto";
import type { ChatAgent, ProcessEnd, StdoutMapper } from "@reprise/core/agents";
import type { ChatEvent, ChatEventOf, ChatInput, ChatPermissions, ChatUsage } from "@reprise/model";
import type { Sandbox, SandboxFile, SandboxProcess } from "../sandbox/sandbox.ts";
import { ProcessOutput } from "./process-output.ts";
import { WithoutValues } from "./without-values.ts";

export interface ChatLimits {
  readonly timeMs: number;
  /** Of stdout and stderr together. */
  readonly outputBytes: number;
}

export const usualChatLimits: ChatLimits = { timeMs: 60 * 60_000, outputBytes: 256 * 1024 * 1024 };

export interface RunChatOptions<Input extends ChatInput = ChatInput> {
  readonly agent: ChatAgent<Input>;
  readonly input: Input;
  readonly sandbox: Sandbox;
  /** Stops the turn. Aborted with the reason `shutdown`, the turn is parked, else cancelled. */
  readonly signal?: AbortSignal | undefined;
  /** Default: changes of the workspace. */
  readonly permissions?: ChatPermissions | undefined;
  /** Keys and configuration. Their values are in no event. */
  readonly env?: Readonly<Record<string, string>> | undefined;
  /** Instead of the program's usual name. */
  readonly program?: string | undefined;
  readonly release?: string | null | undefined;
  readonly limits?: ChatLimits | undefined;
  readonly usageBefore?: ChatUsage | null | undefined;
}

export interface ChatRunEnd {
  readonly usageSoFar: ChatUsage | null;
}

/**
 * One message to an agent in a sandbox. Ends with `result`; nothing of the agent runs after that. Leaving the loop stops the
 * turn. Throws only for what cannot be carried out: `SandboxError`, or `SessionError` with `bad-use`.
 */
export async function* runChat<Input extends ChatInput>(
  options: RunChatOptions<Input>,
): AsyncGenerator<ChatEvent, ChatRunEnd> {
  const { agent, input, usageBefore } = options;
  const mapper = agent.createStdoutMapper({ input, usageBefore: usageBefore ?? null });
  const without = new WithoutValues(Object.values(options.env ?? {}));
  if (options.signal?.aborted) {
    yield* mapper.flush({ ...noEnd, stopped: stoppedBy(options.signal) });
    return { usageSoFar: null };
  }
  const process = await started(options);
  for await (const event of eventsOf(process, mapper, options))
    yield* without.take(event.type === "init" ? await withModel(event, options) : event);
  return { usageSoFar: mapper.usageSoFar };
}

/** A turn that has started is in the files of the conversation a moment later, which are small if it is the first. */
const [modelTries, modelMs] = [100, 10];

async function withModel<Input extends ChatInput>(
  init: ChatEventOf<"init">,
  { agent, sandbox }: RunChatOptions<Input>,
): Promise<ChatEventOf<"init">> {
  const { recorded, sessions } = agent.home;
  if (init.modelId !== null || recorded === undefined) return init;
  for (let attempt = 0; attempt < modelTries; attempt += 1) {
    if (attempt > 0) await new Promise((resolve) => setTimeout(resolve, modelMs));
    try {
      for await (const file of sandbox.get("home", sessions)) {
        const { model: modelId = null } = (await recorded(file, init.session_id)) ?? {};
        if (modelId !== null) return { ...init, modelId };
      }
    } catch {
      // It is being written.
    }
  }
  return init;
}

const noEnd = { code: null, signal: null, stderr: "" } as const;

async function started<Input extends ChatInput>({
  agent,
  input,
  sandbox,
  env = {},
  permissions = "workspace-write",
  program,
  release,
}: RunChatOptions<Input>): Promise<SandboxProcess> {
  const { home, workspace } = sandbox;
  const around = { ...env, ...agent.home.env(home) };
  const command = agent.createCommand({
    input,
    newId: randomUUID(),
    workspace,
    home,
    permissions,
    env: around,
    release,
  });
  if (command.files.length > 0) await sandbox.put("home", command.files.map(textFile));
  return sandbox.run({
    program: program ?? command.program,
    args: command.args,
    env: { ...around, ...command.env },
    input: command.input,
  });
}

async function* eventsOf(
  process: SandboxProcess,
  mapper: StdoutMapper,
  { signal, limits = usualChatLimits }: Pick<RunChatOptions, "signal" | "limits">,
): AsyncGenerator<ChatEvent> {
  let stopped: ProcessEnd["stopped"] = null;
  let stopping: Promise<void> | null = null;
  const stop = (why: ProcessEnd["stopped"]) => {
    stopped ??= why;
    stopping ??= process.stop();
  };
  const onAbort = () => stop(stoppedBy(signal));
  const late = setTimeout(() => stop("time-limit"), limits.timeMs);
  signal?.addEventListener("abort", onAbort);
  // While the process was started.
  if (signal?.aborted) onAbort();
  const output = new ProcessOutput(process);
  let isDone = false;
  try {
    for await (const { stdout, stderr } of output) {
      if (output.byteCount > limits.outputBytes) stop("output-limit");
      if (stdout) yield* mapper.push(stdout);
      for (const content of stderr) yield { type: "stderr", content };
      if (mapper.isOtherSession) stop(null);
    }
    const exit = await process.exited;
    // What it left in the background would change files while they are taken.
    await process.stop();
    isDone = true;
    yield* mapper.flush({ ...exit, stderr: output.lastOfStderr, stopped });
  } finally {
    clearTimeout(late);
    signal?.removeEventListener("abort", onAbort);
    if (!isDone) await process.stop();
    await stopping;
  }
}

function stoppedBy(signal: AbortSignal | undefined): ProcessEnd["stopped"] {
  return signal?.reason === "shutdown" ? "shutdown" : "cancelled";
}

export function textFile({ path, text }: { readonly path: string; readonly text: string }): SandboxFile {
  const bytes = Buffer.from(text);
  return {
    path,
    sizeBytes: bytes.length,
    isExecutable: false,
    bytes: async function* () {
      yield bytes;
    },
  };
}
