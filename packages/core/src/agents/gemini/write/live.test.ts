import { join } from "node:path";
import { describeWriter, gemini } from "@reprise/testkit";
import { geminiExecDriver } from "../exec/driver.ts";
import { geminiSource } from "../source.ts";
import { geminiWriter } from "./writer.ts";

describeWriter("gemini", {
  writer: geminiWriter,
  source: geminiSource,
  driver: geminiExecDriver,
  agent: gemini,
  settings: { model: "gemini-2.5-flash" },
  toldCall(call, cwd) {
    if (call.tool === "command") return [{ name: "run_shell_command", input: { command: call.command } }];
    if (call.tool === "edit")
      return call.changes.map(({ path, diff }) => ({
        name: "write_file",
        input: { file_path: join(cwd, path), content: diff },
      }));
    const { meaning } = call;
    return meaning === null ? [] : [{ name: "read_file", input: { file_path: join(cwd, meaning.path ?? "") } }];
  },
});
