import { dirname } from "node:path";
import type { Settings } from "@reprise/model";
import type { ExecCommand, ExecTurn } from "../../exec/exec-agent.ts";

/**
 * `codex exec … [resume ID] -`. Every option stands before `resume`: there all releases take all of them, while behind
 * it some are refused. Codex forgets sandbox and model between processes, so they are said again in every turn.
 */
export function codexCommand({ thread, launch }: Pick<ExecTurn, "thread" | "launch">): ExecCommand {
  const goOn = thread === null ? [] : ["resume", thread];
  const instructions = overrideOf("developer_instructions", launch.instructions || null);
  const options = [...optionsOf(launch.settings), ...instructions, ...hidesKeys, ...trustsNone(launch.settings.cwd)];
  return { args: ["exec", "--json", "--skip-git-repo-check", ...options, ...goOn, "-"], env: {} };
}

/** Variables named like keys, Codex's own among them, do not reach commands; a narrower setting of the person stays. */
const hidesKeys = ["-c", "shell_environment_policy.ignore_default_excludes=false"];

/**
 * `.codex` of the workspace could choose a dearer tier or model, and widen the sandbox that is asked for: Codex reads none of
 * it in a folder that is not trusted. It asks for each folder up to the root of the repository.
 */
function trustsNone(cwd: string | null): string[] {
  if (cwd === null) return [];
  const folders = [cwd];
  for (let at = cwd; at !== dirname(at); at = dirname(at)) folders.push(dirname(at));
  const entries = folders.map((folder) => `${JSON.stringify(folder)}={trust_level="untrusted"}`);
  return ["-c", `projects={${entries.join(",")}}`];
}

/** Values are joined to their options, so that none can be taken for another option. */
function optionsOf({ cwd, sandbox, model, provider, effort, summary }: Settings): string[] {
  return [
    ...(cwd === null ? [] : [`--cd=${cwd}`]),
    ...permissionOf(sandbox),
    ...(model === null ? [] : [`--model=${model}`]),
    ...overrideOf("model_provider", provider),
    ...overrideOf("model_reasoning_effort", effort),
    ...overrideOf("model_reasoning_summary", summary),
  ];
}

function permissionOf(sandbox: string | null): string[] {
  if (sandbox === null) return [];
  return sandbox === "danger-full-access" ? ["--dangerously-bypass-approvals-and-sandbox"] : [`--sandbox=${sandbox}`];
}

/** The value is TOML; a JSON string is one. */
function overrideOf(key: string, value: string | null): string[] {
  return value === null ? [] : ["-c", `${key}=${JSON.stringify(value)}`];
}
