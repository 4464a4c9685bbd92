import { describeWriter, gemini } from "@reprise/testkit";
import { geminiExecDriver } from "../exec/driver.ts";
import { geminiSource } from "../source.ts";
import { toolOf } from "./records.ts";
import { geminiWriter } from "./writer.ts";

describeWriter("gemini", {
  writer: geminiWriter,
  source: geminiSource,
  driver: geminiExecDriver,
  agent: gemini,
  settings: { model: "gemini-2.5-flash" },
  toldCall(call) {
    const { name, args } = toolOf(call);
    return { name, input: args };
  },
});
