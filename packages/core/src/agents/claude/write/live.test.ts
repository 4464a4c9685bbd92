import { claude, describeWriter } from "@reprise/testkit";
import { claudeExecDriver } from "../exec/driver.ts";
import { claudeSource } from "../source.ts";
import { toolOf } from "./records.ts";
import { claudeWriter } from "./writer.ts";

describeWriter("claude", {
  writer: claudeWriter,
  source: claudeSource,
  driver: claudeExecDriver,
  agent: claude,
  settings: {},
  toldCall: toolOf,
});
