import { join } from "node:path";
import { findInLines, type TestAgent } from "./agent.ts";
import { locateBinary } from "./binaries.ts";
import { bareEnvironment } from "./environment.ts";
import { findFiles, writeFileIn } from "./files.ts";
import { spawnAgent } from "./process.ts";

export const codex: TestAgent = {
  name: "codex",
  modelKind: "responses",
  async prepareHome({ home, model }) {
    const folder = join(home, ".codex");
    const instructions = await writeFileIn(folder, "instructions.md", "You are a test.\n");
    await writeFileIn(folder, "config.toml", configFor(model.origin, instructions));
    const env = { ...(await bareEnvironment(home, model)), CODEX_HOME: folder };
    return {
      env,
      spawnTurn({ prompt, cwd, resume, allowTools, extraArgs = [], env: more }) {
        // Some options are accepted only before `resume`; all are accepted there.
        const options = [
          "--json",
          "--skip-git-repo-check",
          ...(allowTools ? ["--dangerously-bypass-approvals-and-sandbox"] : []),
          ...extraArgs,
        ];
        const args = ["exec", ...options, ...(resume ? ["resume", resume] : []), "--", prompt];
        return spawnAgent({ ...locateBinary("codex"), args, cwd, env: { ...env, ...more } });
      },
      sessionFiles: () => findFiles(join(folder, "sessions"), (path) => path.endsWith(".jsonl")),
    };
  },
  shellCall: (cmd) => ({ name: "exec_command", arguments: { cmd } }),
  sessionId: ({ lines }) => findInLines(lines, (event) => event.type === "thread.started" && event.thread_id),
};

/** A model of the catalogue, since an unknown one has no apply_patch; no vendor texts, to keep sessions small. */
function configFor(origin: string, instructions: string): string {
  return `model = "gpt-5.5"
model_provider = "scripted"
model_instructions_file = ${JSON.stringify(instructions)}
check_for_update_on_startup = false
include_apps_instructions = false
include_collaboration_mode_instructions = false
include_permissions_instructions = false

[skills]
include_instructions = false

[skills.bundled]
enabled = false

[analytics]
enabled = false

[features]
goals = false
apps = false
plugins = false

[model_providers.scripted]
name = "scripted"
base_url = "${origin}/v1"
wire_api = "responses"
requires_openai_auth = false
request_max_retries = 0
stream_max_retries = 0
supports_websockets = false
`;
}
