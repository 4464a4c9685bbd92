import { join } from "node:path";
import { describeWriter, opencode } from "@reprise/testkit";
import { opencodeExecDriver } from "../exec/driver.ts";
import { opencodeSource } from "../source.ts";
import { opencodeWriter } from "./writer.ts";

describeWriter("opencode", {
  writer: opencodeWriter,
  source: opencodeSource,
  driver: opencodeExecDriver,
  agent: opencode,
  settings: {},
  toldCall(call, cwd) {
    if (call.tool === "command")
      return [{ name: "bash", input: { command: call.command, description: "Runs a command" } }];
    if (call.tool === "edit")
      return call.changes.map(({ path, diff }) => ({
        name: "write",
        input: { filePath: join(cwd, path), content: diff },
      }));
    const { meaning } = call;
    return meaning === null ? [] : [{ name: "read", input: { filePath: join(cwd, meaning.path ?? "") } }];
  },
  // OpenCode itself writes its store, a log and its own state; at its very first start also a `.gitignore`, and
  // the URL of its schema into the configuration.
  mayChange: (path) =>
    /^(?:\.local\/(?:share|state)|\.cache)\/opencode\//.test(path) ||
    /^\.config\/opencode\/(?:\.gitignore|opencode\.json)$/.test(path),
});
