import type { ActingAgent } from "../definition.ts";
import { geminiExecDriver } from "./exec/driver.ts";
import { geminiInteractive } from "./interactive.ts";
import { meaningInGemini } from "./tools.ts";
import { geminiWriter } from "./write/writer.ts";

export const acting: ActingAgent = {
  driver: geminiExecDriver,
  writer: geminiWriter,
  interactive: geminiInteractive,
  toolMeaning: meaningInGemini,
  mover: async () => (await import("./write/mover.ts")).geminiMover,
  chat: async () => (await import("./chat.ts")).geminiChat,
};
