import type { Interactive } from "../driving/interactive.ts";
import { permissionMode } from "../exec/permission-mode.ts";
import { geminiModes } from "./exec/command.ts";
import { geminiHomeEnv } from "./exec/home.ts";

/** `gemini --resume ID`. */
export const geminiInteractive: Interactive = {
  args: (thread, settings) => {
    const mode = permissionMode(settings, geminiModes);
    return [
      "--resume",
      thread,
      ...(settings.model === null ? [] : [`--model=${settings.model}`]),
      ...(mode === null ? [] : [`--approval-mode=${mode}`]),
    ];
  },
  homeEnv: (home, env) => geminiHomeEnv(home, { home, env }),
};
