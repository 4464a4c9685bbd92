import { type Settings, tryParseJson } from "@reprise/model";
import { DriverError } from "../../driving/driver.ts";
import type { ExecCommand, ExecTurn } from "../../exec/exec-agent.ts";
import { type Foreign, isForeign, listOf } from "../../foreign.ts";
import { approvingOption } from "../releases.ts";

/**
 * OpenCode has no sandbox and allows everything by default: anything unwanted is denied, and `run` itself refuses what it would ask for.
 * A command can do anything, so only full access allows commands.
 */
const rulesOf: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "read-only": { edit: "deny", bash: "deny", external_directory: "deny" },
  "workspace-write": { bash: "ask", external_directory: "ask" },
  "danger-full-access": {},
};

/** Interactive tools would hang. `run` denies them only in sessions it made itself. */
const unanswerable = { question: "deny", plan_enter: "deny", plan_exit: "deny" };

/** `opencode run --format json --dir DIR [--session ID [--fork]] …`. In a directory other than the session's own it never ends. */
export function opencodeCommand({
  thread,
  forkOf = null,
  launch,
  prompt,
  release = null,
  instructionsFile = null,
}: Pick<ExecTurn, "thread" | "forkOf" | "launch" | "prompt" | "release" | "instructionsFile">): ExecCommand {
  const { settings, env } = launch;
  const model = modelOf(settings);
  const args = [
    "run",
    "--format",
    "json",
    "--thinking",
    ...(settings.cwd === null ? [] : [`--dir=${settings.cwd}`]),
    ...(thread === null ? [] : ["--session", thread]),
    ...(forkOf === null ? [] : ["--session", forkOf.thread, "--fork"]),
    ...(model === null ? [] : [`--model=${model}`]),
    ...(settings.effort === null ? [] : [`--variant=${settings.effort}`]),
    ...(settings.sandbox === "danger-full-access" ? approvingOption(release) : []),
    ...(prompt.inputs ?? []).map(({ path }) => `--file=${path}`),
  ];
  return {
    args,
    env: {
      ...permissionEnv(settings.sandbox, env.OPENCODE_PERMISSION),
      ...(instructionsFile === null ? {} : instructionsEnv(instructionsFile, env.OPENCODE_CONFIG_CONTENT)),
    },
  };
}

/** Added to the user's own configuration. */
function instructionsEnv(file: string, present: string | undefined): Readonly<Record<string, string>> {
  const own = present ? objectIn(present) : {};
  if (own === null)
    throw new DriverError({
      kind: "other",
      message:
        "OpenCode takes instructions by OPENCODE_CONFIG_CONTENT, and what it holds now is no JSON object. Correct or unset it. Nothing was sent.",
      resetsAt: null,
    });
  const instructions = [...listOf(own.instructions), file];
  return { OPENCODE_CONFIG_CONTENT: JSON.stringify({ ...own, instructions }) };
}

function modelOf({ model, provider }: Settings): string | null {
  if (model === null || provider === null || model.startsWith(`${provider}/`)) return model;
  return `${provider}/${model}`;
}

/** Unknown sandboxes count as the narrowest. The user's own denials stay. */
function permissionEnv(sandbox: string | null, present: string | undefined): Readonly<Record<string, string>> {
  const rules = sandbox === null ? {} : (rulesOf[sandbox] ?? rulesOf["read-only"] ?? {});
  const own = objectIn(present ?? "{}") ?? {};
  const kept = Object.entries(own).filter(([, decision]) => decision === "deny");
  return {
    OPENCODE_PERMISSION: JSON.stringify({ ...own, ...rules, ...unanswerable, ...Object.fromEntries(kept) }),
  };
}

function objectIn(json: string): Foreign | null {
  const value = tryParseJson(json);
  return isForeign(value) ? value : null;
}
