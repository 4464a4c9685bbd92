import { spawn } from "node:child_process";
import { findProgram, withAbsolutePath } from "@reprise/core";

type Env = Readonly<Record<string, string | undefined>>;

/** Opens the address in the person's browser and does not wait for it. False if there is none, or nobody to see it. */
export function openBrowser(url: string, env: Env, platform: NodeJS.Platform = process.platform): boolean {
  for (const [name = "", ...words] of browserCommands(env, platform)) {
    const program = findProgram(name, env);
    if (program === null) continue;
    const hasPlace = words.some((word) => word.includes("%s"));
    const args = hasPlace ? words.map((word) => word.replaceAll("%s", url)) : [...words, url];
    const child = spawn(program, args, {
      detached: true,
      stdio: "ignore",
      env: withAbsolutePath(env) as NodeJS.ProcessEnv,
    });
    // The address is printed too.
    child.on("error", () => undefined).unref();
    return true;
  }
  return false;
}

/** `BROWSER` is a list of commands, with %s for the address, as in other programs. Over SSH the screen is elsewhere. */
export function browserCommands(env: Env, platform: NodeJS.Platform): string[][] {
  if (env.SSH_CONNECTION || env.SSH_TTY) return [];
  const named = (env.BROWSER ?? "").split(platform === "win32" ? ";" : ":");
  const chosen = named.map((command) => command.trim().split(/\s+/)).filter(([name]) => name !== "");
  return [...chosen, ...usualCommands(env, platform)];
}

function usualCommands(env: Env, platform: NodeJS.Platform): string[][] {
  if (platform === "darwin") return [["open"]];
  if (platform === "win32") return [["rundll32", "url.dll,FileProtocolHandler"]];
  const hasDisplay = Boolean(env.DISPLAY || env.WAYLAND_DISPLAY);
  return [...(env.WSL_DISTRO_NAME ? [["wslview"]] : []), ...(hasDisplay ? [["xdg-open"]] : [])];
}
