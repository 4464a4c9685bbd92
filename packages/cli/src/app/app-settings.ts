import { existsSync } from "node:fs";
import { noSettings } from "@reprise/core/folders";
import { SessionError } from "@reprise/model";
import { configPath } from "../config-file.ts";

type Env = Readonly<Record<string, string | undefined>>;

/**
 * Whether the mouse is ours from the start. Nothing is read unless there is a settings file. An unusable one gives a warning,
 * and the app opens anyway.
 */
export async function wantsMouse(env: Env, tell: (warning: string) => void): Promise<boolean> {
  const path = configPath(env);
  if (path === noSettings || (!env.REPRISE_CONFIG && !existsSync(path))) return true;
  try {
    const { readAppSettings } = await import("./read-app-settings.ts");
    const { mouse, warnings } = readAppSettings(env);
    for (const warning of warnings) tell(warning);
    return mouse;
  } catch (error) {
    if (!(error instanceof SessionError)) throw error;
    tell(error.message);
    return true;
  }
}
