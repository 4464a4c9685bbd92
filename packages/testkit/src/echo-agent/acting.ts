import { join } from "node:path";
import { fileURLToPath } from "node:url";
import {
  type ActingAgent,
  type ChatAgent,
  type ExecAgent,
  execChatAgent,
  execDriver,
  uuidShape,
} from "@reprise/core/agents";
import { noPermissions } from "@reprise/model";
import { echoAgent } from "./agent.ts";
import { homeOf } from "./home.ts";
import { EchoReader } from "./reader.ts";
import { echoWriter } from "./writer.ts";

/** The path of its program, which is not on PATH. */
export const echoProgram = fileURLToPath(new URL("program.mjs", import.meta.url));

const homeEnv = (home: string) => ({ ECHO_HOME: home });

const echoExec: ExecAgent = {
  ...echoAgent,
  takesId: true,
  threadShape: uuidShape,
  command: ({ thread, isNew }) => ({ args: [isNew ? "new" : "resume", thread ?? ""], env: {} }),
  reader: () => new EchoReader(),
  homeEnv,
  homeOf,
  permissions: {
    policies: [],
    usual: noPermissions,
    under: () => ({ sandbox: null, approvalPolicy: null }),
    configured: () => noPermissions,
  },
};

export const acting: ActingAgent = {
  driver: execDriver(echoExec),
  writer: echoWriter,
  interactive: { args: (thread) => ["resume", thread], homeEnv },
  toolMeaning: () => null,
  mover: null,
  chat: async () => echoChat,
};

/** Its home holds only sessions. */
export const echoChat: ChatAgent = execChatAgent(echoExec, {
  env: (home) => homeEnv(join(home, ".echo")),
  sessions: [".echo"],
  personal: () => [],
  variables: [],
});
