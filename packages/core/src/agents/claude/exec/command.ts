import { type Ability, lackOf } from "../../driving/releases.ts";
import type { ExecCommand, ExecTurn, TurnGuard } from "../../exec/exec-agent.ts";
import { type PermissionModes, permissionMode } from "../../exec/permission-mode.ts";
import { claudeReleases, freshInstructionsOption } from "../releases.ts";
import { messageWith } from "./message-with.ts";

/**
 * Claude Code has no sandbox by itself. `plan` is its read-only mode, and the one that stands over allowing rules in
 * its configuration; `acceptEdits` changes files of the workspace, and refuses most commands when nobody can be asked.
 */
export const claudeModes: PermissionModes = {
  narrowToWide: ["plan", "dontAsk", "manual", "default", "acceptEdits", "auto", "bypassPermissions"],
  ofSandbox: {
    "read-only": "plan",
    "workspace-write": "acceptEdits",
    "danger-full-access": "bypassPermissions",
  },
};

/**
 * `claude -p … (--session-id ID | --resume ID) …`. Modes and allowed tools are forgotten between processes: said again
 * in every turn. A fork has both ids, and may leave out what comes after a line of the session.
 */
export function claudeCommand({
  thread,
  isNew,
  forkOf = null,
  launch,
  prompt,
  release = null,
  instructionsFile = null,
}: Pick<ExecTurn, "thread" | "isNew" | "forkOf" | "launch" | "prompt" | "release" | "instructionsFile">): ExecCommand {
  const { settings, allow = [] } = launch;
  const mode = permissionMode(settings, claudeModes);
  const isLacking = (ability: Ability) => lackOf(claudeReleases, release, ability) !== null;
  const args = [
    "-p",
    "--output-format",
    "stream-json",
    "--verbose",
    ...(isLacking("stream") ? [] : ["--include-partial-messages"]),
    ...(thread === null ? [] : [isNew ? "--session-id" : "--resume", thread]),
    ...(forkOf === null ? [] : ["--resume", forkOf.thread, "--fork-session"]),
    ...(forkOf?.afterTurn ? ["--resume-session-at", forkOf.afterTurn] : []),
    ...(settings.model === null ? [] : [`--model=${settings.model}`]),
    ...(settings.effort === null || isLacking("effort") ? [] : [`--effort=${settings.effort}`]),
    ...(mode === null ? [] : [`--permission-mode=${mode}`]),
    ...(allow.length === 0 ? [] : [`--allowedTools=${allow.join(",")}`]),
    ...(instructionsFile === null ? [] : [`--append-system-prompt-file=${instructionsFile}`]),
    ...(instructionsFile === null || isNew ? [] : freshInstructionsOption(release)),
  ];
  if (!prompt.inputs?.length) return { args, env: {} };
  return { args: [...args, "--input-format", "stream-json"], env: {}, input: messageWith(prompt) };
}

/** Requested settings that are not passed on. */
export function leftOut({ launch: { settings }, release = null }: Pick<ExecTurn, "launch" | "release">): TurnGuard {
  const lack = settings.effort === null ? null : lackOf(claudeReleases, release, "effort");
  return { notices: lack === null ? [] : [lack], after: () => [] };
}
