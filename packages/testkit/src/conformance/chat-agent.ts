import { afterAll, beforeAll, describe, test } from "vitest";
import { disposeAll } from "../agents/process.ts";
import { isWhole } from "../sample.ts";
import { briefChecks, chatChecks, commandChecks, lastChecks, modelChecks } from "./chat-agent-checks.ts";
import { type ChatAgentCase, ChatStage } from "./chat-agent-stage.ts";

export type { ChatAgentCase } from "./chat-agent-stage.ts";

/**
 * Checks for every `ChatAgent`, with its real program. Agents that start more slowly than Codex go through what matters in one
 * conversation; check by check in the campaign `live`.
 */
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
    const { agent } = given;
    const isBrief = !isWhole && agent !== null && agent.name !== "codex";
    const starting = isBrief ? briefChecks : { ...chatChecks, ...(agent ? modelChecks : {}) };
    const checks = { ...starting, ...commandChecks, ...(agent ? lastChecks : {}) };
    for (const [title, check] of Object.entries(checks)) test(title, () => check(stage));
  });
}
