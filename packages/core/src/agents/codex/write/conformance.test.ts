import { codex, describeWriter } from "@reprise/testkit";
import { codexDriver } from "../driver/driver.ts";
import { codexSource } from "../source.ts";
import { codexWriter } from "./writer.ts";

describeWriter("codex", {
  writer: codexWriter,
  source: codexSource,
  driver: codexDriver,
  agent: codex,
  settings: {},
  toldCall(call) {
    if (call.tool === "command") return [{ name: "exec_command", input: { cmd: call.command } }];
    if (call.tool === "edit") {
      const added = call.changes.map(({ path, diff }) => `*** Add File: ${path}\n+${diff?.trimEnd()}`);
      return [{ name: "apply_patch", input: ["*** Begin Patch", ...added, "*** End Patch"].join("\n") }];
    }
    const { meaning } = call;
    return meaning === null ? [] : [{ name: "exec_command", input: { cmd: `cat ${meaning.path}` } }];
  },
});
