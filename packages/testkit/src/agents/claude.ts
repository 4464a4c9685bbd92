import { join } from "node:path";
import { findInLines, type TestAgent } from "./agent.ts";
import { locateBinary } from "./binaries.ts";
import { bareEnvironment } from "./environment.ts";
import { findFiles } from "./files.ts";
import { spawnAgent } from "./process.ts";

export const claude: TestAgent = {
  name: "claude",
  modelKind: "messages",
  async prepareHome({ home, model }) {
    const env = {
      ...(await bareEnvironment(home, model)),
      ...quiet,
      ANTHROPIC_BASE_URL: model.origin,
      ANTHROPIC_API_KEY: "scripted",
    };
    return {
      env,
      spawnTurn({ prompt, cwd, resume, allowTools, extraArgs = [], env: more }) {
        const options = [
          ...(resume ? ["--resume", resume] : []),
          ...(allowTools ? ["--allowedTools", "Bash"] : []),
          ...extraArgs,
        ];
        const args = ["-p", "--output-format", "stream-json", "--verbose", ...options, "--", prompt];
        return spawnAgent({ ...locateBinary("claude"), args, cwd, env: { ...env, ...more } });
      },
      sessionFiles: () => findFiles(join(home, ".claude", "projects"), (path) => path.endsWith(".jsonl")),
    };
  },
  shellCall: (command) => ({ name: "Bash", arguments: { command, description: "scripted" } }),
  sessionId: ({ lines }) => findInLines(lines, (event) => event.session_id),
};

const quiet = {
  CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
  DISABLE_AUTOUPDATER: "1",
  DISABLE_ERROR_REPORTING: "1",
  DISABLE_TELEMETRY: "1",
  /** As for OpenCode, the same engine: a sixth of a start. */
  BUN_JSC_useDFGJIT: "0",
  CLAUDE_CODE_MAX_RETRIES: "0",
};
