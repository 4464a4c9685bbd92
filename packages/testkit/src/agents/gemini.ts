import { join } from "node:path";
import { findInLines, type TestAgent } from "./agent.ts";
import { locateBinary } from "./binaries.ts";
import { bareEnvironment } from "./environment.ts";
import { findFiles, writeFileIn } from "./files.ts";
import { spawnAgent } from "./process.ts";

export const gemini: TestAgent = {
  name: "gemini",
  modelKind: "generate-content",
  async prepareHome({ home, model }) {
    const folder = join(home, ".gemini");
    await writeFileIn(folder, "settings.json", settings);
    const env = {
      ...(await bareEnvironment(home, model)),
      ...headless,
      GOOGLE_GEMINI_BASE_URL: model.origin,
      GEMINI_API_KEY: "scripted",
    };
    return {
      env,
      spawnTurn({ prompt, cwd, resume, allowTools, extraArgs = [], env: more }) {
        const options = [...(resume ? ["--resume", resume] : []), ...(allowTools ? ["--yolo"] : []), ...extraArgs];
        const args = [
          "--model",
          "gemini-2.5-flash",
          "--output-format",
          "stream-json",
          ...options,
          `--prompt=${prompt}`,
        ];
        return spawnAgent({ ...locateBinary("gemini"), args, cwd, env: { ...env, ...more } });
      },
      sessionFiles: () => findFiles(join(folder, "tmp"), (path) => path.includes("/chats/session-")),
    };
  },
  shellCall: (command) => ({ name: "run_shell_command", arguments: { command } }),
  sessionId: ({ lines }) => findInLines(lines, (event) => event.type === "init" && event.session_id),
};

const headless = {
  /** Otherwise the CLI restarts itself as a child, and a kill reaches only its shell. */
  GEMINI_CLI_NO_RELAUNCH: "true",
  /** Otherwise a headless run in an unknown folder is refused (exit code 55). */
  GEMINI_CLI_TRUST_WORKSPACE: "true",
};

const settings = {
  security: { auth: { selectedType: "gemini-api-key" } },
  general: {
    /** On by default, it deletes the history of sessions resumed in a later minute. */
    sessionRetention: { enabled: false },
    enableAutoUpdate: false,
    enableAutoUpdateNotification: false,
    maxAttempts: 1,
  },
  privacy: { usageStatisticsEnabled: false },
  telemetry: { enabled: false },
};
