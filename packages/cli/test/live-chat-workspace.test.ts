import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { codex } from "@reprise/testkit";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { LiveStage } from "./live-stage.ts";

describe("a file of the workspace of a chat with Codex", { timeout: 120_000 }, () => {
  let stage: LiveStage;
  beforeAll(async () => {
    stage = await LiveStage.open("chat-workspace");
  });
  afterAll(() => stage.close());

  test.each(["here", "below", "link"])(
    "chooses neither model nor tier, and widens nothing, in a folder that is trusted: %s",
    async (name) => {
      const repository = stage.folder(`repository-${name}`);
      for (const folder of [".git", ".codex", "below"]) mkdirSync(join(repository, folder));
      const network = "[sandbox_workspace_write]\nnetwork_access = true\n";
      writeFileSync(
        join(repository, ".codex", "config.toml"),
        `model = "dearer"\nservice_tier = "priority"\n${network}`,
      );
      const config = join(stage.codexHome, "config.toml");
      const trust = `[projects.${JSON.stringify(repository)}]\ntrust_level = "trusted"\n`;
      writeFileSync(config, `${readFileSync(config, "utf8")}\n${trust}`);
      const link = join(stage.folder("links"), name);
      symlinkSync(repository, link);
      const workspace = { here: repository, below: join(repository, "below"), link }[name] ?? "";
      const { port } = new URL(stage.model.origin);
      const reach = `(exec 3<>/dev/tcp/127.0.0.1/${port}) 2>/dev/null && echo reached || echo confined`;
      stage.model.push([{ call: codex.shellCall(reach) }], [{ text: "Tried." }]);
      const { code } = await stage.run(
        repository,
        "chat",
        "--chat",
        name,
        "--workspace",
        workspace,
        "--json",
        "try it",
      );
      expect(code).toBe(0);
      const asked = stage.asked().at(-1)?.body as { input: unknown[] } | undefined;
      expect(asked).toMatchObject({ model: "gpt-5.5" });
      expect(asked).not.toHaveProperty("service_tier");
      expect(JSON.stringify(asked?.input.at(-1))).toMatch(/Output:\\nconfined/);
    },
  );
});
