import { join } from "node:path";
import { nodeHost } from "../../../host/node-host.ts";
import { realHome } from "../../../host/real-home.ts";
import type { Launch } from "../../driving/driver.ts";

export function codexHome({ home, env }: Pick<Launch, "home" | "env">): string {
  return realHome(home ?? (env.CODEX_HOME || join(nodeHost(env).homeFolder, ".codex")));
}
