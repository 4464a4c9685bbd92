import { mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { familyMark } from "./family.ts";

/** Compiling ours anew takes a quarter of a short command, Gemini CLI's bundle a sixth of its start. */
const compiled = fileURLToPath(new URL("../../../../.reprise-setup/compiled", import.meta.url));

/** What a program of ours needs of the caller's environment. */
export const programEnv: Readonly<Record<string, string>> = {
  PATH: process.env.PATH ?? "",
  NODE_COMPILE_CACHE: compiled,
};

/**
 * Keeps only PATH of the caller's environment, so that no login, proxy or Node option of the developer leaks in. The model
 * is also the proxy for everything that is not on this machine: it refuses and records such requests.
 */
export async function bareEnvironment(home: string, model: { origin: string }): Promise<Record<string, string>> {
  const temporary = join(home, "tmp");
  await mkdir(temporary, { recursive: true });
  return {
    PATH: `${dirname(process.execPath)}:${process.env.PATH ?? "/usr/bin:/bin"}`,
    ...familyMark,
    NODE_COMPILE_CACHE: compiled,
    HOME: home,
    TMPDIR: temporary,
    SHELL: "/bin/bash",
    LANG: "C.UTF-8",
    TERM: "dumb",
    NO_COLOR: "1",
    HTTP_PROXY: model.origin,
    HTTPS_PROXY: model.origin,
    NO_PROXY: "127.0.0.1,localhost",
    XDG_CONFIG_HOME: join(home, ".config"),
    XDG_DATA_HOME: join(home, ".local", "share"),
    XDG_STATE_HOME: join(home, ".local", "state"),
    XDG_CACHE_HOME: join(home, ".cache"),
  };
}
