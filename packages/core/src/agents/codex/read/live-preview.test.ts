import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { startAppServer } from "@reprise/testkit";
import { describe, expect, test } from "vitest";
import { useStage } from "../../../../test/codex-driver/stage.ts";
import { harnessSamples, ideContext } from "../../../../test/decoding/codex/harness-samples.ts";
import { assistant, event, line, meta, user } from "../../../../test/decoding/codex/rollout.ts";
import { nodeHost } from "../../../host/node-host.ts";
import { openLibrary } from "../../../library.ts";

describe("previews of the real codex", () => {
  const used = useStage();

  test("are the titles of the same threads, whatever editors and Codex put around the prompts", async () => {
    const { home, scratch } = used.stage;
    const codexHome = home.env.CODEX_HOME ?? "";
    const wrapped = `${ideContext}\n\n## My request for Codex:\nfix the bug\n`;
    const told = (text: string) => [user(text), event("user_message", { message: text })];
    const conversations = [
      told(wrapped),
      ...harnessSamples.map(([what, text]) => [user(text), ...told(`do it ${what}`)]),
    ];
    const folder = join(codexHome, "sessions/2026/11/15");
    await mkdir(folder, { recursive: true });
    for (const [index, lines] of conversations.entries()) {
      const id = `01a1e0b5-021f-7ab0-a082-${String(index).padStart(12, "0")}`;
      const header = line("session_meta", meta({ id, originator: "codex_cli", model_provider: "openai" }));
      const rollout = [header, ...lines, assistant("a")].map((text) => `${text}\n`).join("");
      await writeFile(join(folder, `rollout-2026-11-15T19-35-21-${id}.jsonl`), rollout);
    }
    const server = await startAppServer({ home, cwd: scratch.workspace });
    const { data } = (await server.request("thread/list", { limit: 100, modelProviders: [] })) as {
      data: { id: string; preview: string }[];
    };
    server.closeInput();
    await server.exited;
    const library = openLibrary(nodeHost(home.env));
    const { sessions } = await library.list({ scope: "all", limit: 100 });
    library.close();
    const ours = new Map(sessions.map(({ id, title }) => [id.replace("codex:", ""), title]));
    expect(data).toHaveLength(conversations.length);
    for (const { id, preview } of data) expect([id, ours.get(id)]).toEqual([id, preview]);
  });
});
