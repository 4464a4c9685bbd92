import { describeWriter, opencode } from "@reprise/testkit";
import { opencodeExecDriver } from "../exec/driver.ts";
import { opencodeSource } from "../source.ts";
import { toolOf } from "./session.ts";
import { opencodeWriter } from "./writer.ts";

describeWriter("opencode", {
  writer: opencodeWriter,
  source: opencodeSource,
  driver: opencodeExecDriver,
  agent: opencode,
  settings: {},
  toldCall: toolOf,
  // Its own program writes its store, a log, and what it keeps for itself; at its very first start also a `.gitignore`, and
  // the address of its schema into the configuration.
  mayChange: (path) =>
    /^(?:\.local\/(?:share|state)|\.cache)\/opencode\//.test(path) ||
    /^\.config\/opencode\/(?:\.gitignore|opencode\.json)$/.test(path),
});
