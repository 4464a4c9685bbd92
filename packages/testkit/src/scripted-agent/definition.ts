import { appendFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import type { AgentDefinition } from "@reprise/core";
import { scripted, scriptedSource } from "../scripted-source.ts";
import { ScriptedAgent } from "./scripted-agent.ts";

/** A scripted agent whose log is read by `scriptedSource`. */
export function loggedAgent(home: string): ScriptedAgent {
  const folder = join(home, ".codex-scripted/sessions");
  mkdirSync(folder, { recursive: true });
  return new ScriptedAgent((thread, line) => appendFileSync(join(folder, `${thread}.jsonl`), scripted.line(line)));
}

/** The same as an agent definition, for registration. */
export function definitionOf({ driver }: ScriptedAgent): AgentDefinition {
  return {
    agent: driver.agent,
    title: "Scripted",
    program: "scripted",
    install: "there is no package of it",
    signIn: "Run `scripted login`",
    can: driver.can,
    source: scriptedSource(driver.agent),
    ownFolders: () => [],
    acting: async () => ({
      driver,
      writer: null,
      chat: null,
      mover: null,
      toolMeaning: () => null,
      interactive: { args: () => [], homeEnv: () => ({}) },
    }),
  };
}
