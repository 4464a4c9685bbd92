import { afterAll, beforeAll, describe, test } from "vitest";
import { disposeAll } from "../agents/process.ts";
import { chatChecks, modelChecks } from "./chat-agent-checks.ts";
import { type ChatAgentCase, ChatStage } from "./chat-agent-stage.ts";

export type { ChatAgentCase } from "./chat-agent-stage.ts";

/** Checks for every `ChatAgent`, with its real program. */
export function describeChatAgent(name: string, given: ChatAgentCase): void {
  describe(`${name}, for programs`, () => {
    let stage: ChatStage;
    beforeAll(async () => {
      stage = await ChatStage.open(given);
    });
    afterAll(async () => {
      await disposeAll();
      await stage.close();
    });
    const checks = { ...chatChecks, ...(given.agent ? modelChecks : {}) };
    for (const [title, check] of Object.entries(checks)) test(title, () => check(stage));
  });
}
