import type { AgentSource } from "@reprise/core";
import { scriptedSource } from "../scripted-source.ts";
import { homeOf } from "./home.ts";

/** `<home>/sessions/<thread>.jsonl`, one scripted line per fact. */
export const echoSource: AgentSource = {
  ...scriptedSource("echo"),
  homes: ({ env }) => [homeOf({ home: null, env })],
  ailments: async () => (await import("./ailments.ts")).echoAilments,
};
