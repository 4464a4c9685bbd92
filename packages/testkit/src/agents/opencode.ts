import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { findInLines, type TestAgent } from "./agent.ts";
import { locateBinary } from "./binaries.ts";
import { bareEnvironment } from "./environment.ts";
import { findFiles, writeFileIn } from "./files.ts";
import { spawnAgent } from "./process.ts";

export const opencode: TestAgent = {
  name: "opencode",
  modelKind: "chat-completions",
  async prepareHome({ home, model }) {
    const folder = join(home, ".config", "opencode");
    await writeFileIn(folder, "opencode.json", configFor(model.origin));
    await forestallInstall(folder);
    await writeFileIn(folder, modelsFile, {});
    const models = { OPENCODE_MODELS_PATH: join(folder, modelsFile) };
    const env = { ...(await bareEnvironment(home, model)), ...quiet, ...models };
    return {
      env,
      spawnTurn({ prompt, cwd, resume, allowTools, extraArgs = [], env: more }) {
        const options = [...(resume ? ["--session", resume] : []), ...(allowTools ? ["--auto"] : []), ...extraArgs];
        // Without --dir, resuming a session of another folder never ends.
        const args = ["run", "--format", "json", "--dir", cwd, ...options, "--", prompt];
        return spawnAgent({ ...locateBinary("opencode"), args, cwd, env: { ...env, ...more } });
      },
      sessionFiles: () =>
        findFiles(join(home, ".local", "share", "opencode"), (path) => /opencode\.db(-wal)?$/.test(path)),
    };
  },
  shellCall: (command) => ({ name: "bash", arguments: { command, description: "scripted" } }),
  sessionId: ({ lines }) => findInLines(lines, (event) => event.sessionID),
};

/** Replaces its list of all models, which takes a third of its start to read. */
const modelsFile = "no-models.json";

const quiet = {
  OPENCODE_DISABLE_AUTOUPDATE: "1",
  OPENCODE_DISABLE_LSP_DOWNLOAD: "1",
  OPENCODE_DISABLE_MODELS_FETCH: "1",
  OPENCODE_DISABLE_SHARE: "1",
  /** Compiling once more, for a longer run than a test's, takes a fifth of a start. */
  BUN_JSC_useDFGJIT: "0",
};

function configFor(origin: string) {
  const model = {
    name: "Scripted",
    tool_call: true,
    attachment: true,
    modalities: { input: ["text", "image"], output: ["text"] },
    limit: { context: 200_000, output: 8_000 },
  };
  const options = { baseURL: `${origin}/v1`, apiKey: "scripted" };
  return {
    autoupdate: false,
    share: "disabled",
    snapshot: false,
    model: "scripted/scripted",
    /** Otherwise it asks the model for a title with each first turn. */
    agent: { title: { disable: true } },
    provider: {
      scripted: { npm: "@ai-sdk/openai-compatible", name: "Scripted", options, models: { scripted: model } },
    },
  };
}

/** OpenCode installs its plugin package from the npm registry into each configuration folder that seems to lack it. */
async function forestallInstall(folder: string): Promise<void> {
  await mkdir(join(folder, "node_modules"), { recursive: true });
  await writeFileIn(folder, "package-lock.json", {
    packages: { "": { dependencies: { "@opencode-ai/plugin": "*" } } },
  });
}
