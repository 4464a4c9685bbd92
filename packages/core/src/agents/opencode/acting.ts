import type { ActingAgent } from "../definition.ts";
import { opencodeExecDriver } from "./exec/driver.ts";
import { opencodeInteractive } from "./interactive.ts";
import { meaningInOpenCode } from "./tools.ts";
import { opencodeWriter } from "./write/writer.ts";

export const acting: ActingAgent = {
  driver: opencodeExecDriver,
  writer: opencodeWriter,
  interactive: opencodeInteractive,
  toolMeaning: meaningInOpenCode,
  mover: async () => (await import("./write/mover.ts")).opencodeMover,
  chat: async () => (await import("./chat.ts")).opencodeChat,
};
