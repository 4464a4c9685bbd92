import { join } from "node:path";
import { claude, describeWriter } from "@reprise/testkit";
import { claudeExecDriver } from "../exec/driver.ts";
import { claudeSource } from "../source.ts";
import { claudeWriter } from "./writer.ts";

describeWriter("claude", {
  writer: claudeWriter,
  source: claudeSource,
  driver: claudeExecDriver,
  agent: claude,
  settings: {},
  toldCall(call, cwd) {
    if (call.tool === "command") return [{ name: "Bash", input: { command: call.command } }];
    if (call.tool === "edit")
      return call.changes.map(({ path, diff }) => ({
        name: "Write",
        input: { file_path: join(cwd, path), content: diff },
      }));
    const { meaning } = call;
    return meaning === null ? [] : [{ name: "Read", input: { file_path: join(cwd, meaning.path ?? "") } }];
  },
});
