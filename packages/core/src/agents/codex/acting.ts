import type { ActingAgent } from "../definition.ts";
import { codexDriver } from "./driver/driver.ts";
import { codexInteractive } from "./interactive.ts";
import { meaningInCodex } from "./tools.ts";
import { codexWriter } from "./write/writer.ts";

export const acting: ActingAgent = {
  driver: codexDriver,
  writer: codexWriter,
  interactive: codexInteractive,
  toolMeaning: meaningInCodex,
  mover: async () => (await import("./write/mover.ts")).codexMover,
  chat: async () => (await import("./chat.ts")).codexChat,
};
