import type { Interactive } from "../driving/interactive.ts";
import { permissionMode } from "../exec/permission-mode.ts";
import { claudeModes } from "./exec/command.ts";
import { claudeHomeEnv } from "./exec/home.ts";

/** `claude --resume ID`. */
export const claudeInteractive: Interactive = {
  args: (thread, settings) => {
    const mode = permissionMode(settings, claudeModes);
    return [
      "--resume",
      thread,
      ...(settings.model === null ? [] : [`--model=${settings.model}`]),
      ...(mode === null ? [] : [`--permission-mode=${mode}`]),
    ];
  },
  homeEnv: (home, env) => claudeHomeEnv(home, { env }),
};
