import type { Prompt } from "../../driving/driver.ts";
import type { ExecCommand, ExecTurn } from "../../exec/exec-agent.ts";
import { type PermissionModes, permissionMode } from "../../exec/permission-mode.ts";
import { withInstructions } from "../../exec/prompt-text.ts";
import { placedInputs } from "./outside-inputs.ts";

/** Gemini CLI omits tools that need an answer, so only `yolo` runs commands. The user's own policies override these. */
export const geminiModes: PermissionModes = {
  narrowToWide: ["plan", "default", "auto_edit", "yolo"],
  ofSandbox: { "read-only": "plan", "workspace-write": "auto_edit", "danger-full-access": "yolo" },
};

/** `gemini --output-format stream-json (--session-id ID | --resume ID) …`; without `--prompt` it takes what its input holds. */
export function geminiCommand({
  thread,
  isNew,
  launch,
  prompt,
}: Pick<ExecTurn, "thread" | "isNew" | "launch" | "prompt">): ExecCommand {
  const { settings, allow = [] } = launch;
  const mode = permissionMode(settings, geminiModes);
  const { inputs, folder } = placedInputs(prompt, launch);
  const args = [
    "--output-format",
    "stream-json",
    ...(thread === null ? [] : [isNew ? "--session-id" : "--resume", thread]),
    ...(settings.model === null ? [] : [`--model=${settings.model}`]),
    ...(mode === null ? [] : [`--approval-mode=${mode}`]),
    ...(folder === null ? [] : [`--include-directories=${folder}`]),
    ...(allow.length === 0 ? [] : [`--allowed-tools=${allow.join(",")}`]),
  ];
  return {
    args,
    env: {},
    input: geminiInput({ ...prompt, inputs }, isNew ? (launch.instructions ?? null) : null),
  };
}

/** The prompt with what it mentions, after the instructions of a new thread: Gemini CLI has no option that adds to its own. */
function geminiInput({ text, inputs = [] }: Prompt, instructions: string | null): string {
  const mentions = inputs.map(({ path }) => `@${escaped(path)}`).join(" ");
  const asked = [text, mentions].filter((part) => part !== "").join("\n\n");
  return withInstructions(asked, instructions);
}

/** As Gemini CLI writes a path itself: whatever could end a mention is escaped. */
function escaped(path: string): string {
  return path.replace(/[^\p{L}\p{N}/_.-]|\.$/gu, "\\$&");
}
