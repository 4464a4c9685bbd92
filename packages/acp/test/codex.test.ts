import { codex, type Model } from "@reprise/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { AcpStage } from "./live-stage.ts";

let stage: AcpStage;
let model: Model;
beforeAll(async () => {
  stage = await AcpStage.open("acp-codex");
  model = await stage.add(codex);
});
afterAll(() => stage.close());

test("a new session: the prompt runs, and its text streams once", async () => {
  const { editor } = await stage.start();
  const folder = stage.folder("new");
  const { sessionId } = await editor.create(folder);
  model.push([{ text: "Hello from the model, in pieces.", chunks: 8 }]);
  expect(await editor.prompt(sessionId, "say hello")).toEqual({ stopReason: "end_turn" });
  expect(editor.said).toEqual(["agent: Hello from the model, in pieces."]);
  expect(editor.of("agent_message_chunk").length).toBeGreaterThan(1);
});
