import { join } from "node:path";
import { nodeHost } from "../../../host/node-host.ts";
import type { Launch } from "../../driver.ts";

/** The home that Codex uses, by its real path. */
export function codexHome({ home, env }: Pick<Launch, "home" | "env">): string {
  const host = nodeHost(env);
  return host.files.real(home ?? (env.CODEX_HOME || join(host.homeFolder, ".codex")));
}
