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
  toldCall: (call) => {
    switch (call.tool) {
      case "command":
        return { name: "exec_command", input: { cmd: call.command } };
      case "edit":
        return { name: "apply_patch", input: call.patch };
      default:
        return { name: call.name, input: call.input };
    }
  },
});
