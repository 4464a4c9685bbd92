import { claude, describeForks } from "@reprise/testkit";
import { claudeSource } from "../source.ts";
import { claudeExecDriver } from "./driver.ts";

describeForks("claude -p", {
  driver: claudeExecDriver,
  agent: claude,
  settings: {},
  source: claudeSource,
  nameOf: ({ items }) => items.at(-1)?.id ?? null,
  noName: "the second turn",
});
