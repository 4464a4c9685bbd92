import type { ActingAgent } from "../definition.ts";
import { claudeExecDriver } from "./exec/driver.ts";
import { claudeInteractive } from "./interactive.ts";
import { meaningInClaude } from "./tools.ts";
import { claudeWriter } from "./write/writer.ts";

export const acting: ActingAgent = {
  driver: claudeExecDriver,
  writer: claudeWriter,
  interactive: claudeInteractive,
  toolMeaning: meaningInClaude,
  chat: async () => (await import("./chat.ts")).claudeChat,
  mover: async () => (await import("./write/mover.ts")).claudeMover,
};
