import { describeForks, opencode } from "@reprise/testkit";
import { opencodeSource } from "../source.ts";
import { opencodeExecDriver } from "./driver.ts";

describeForks("opencode run", {
  driver: opencodeExecDriver,
  agent: opencode,
  // All its sessions are in one database.
  isAppendOnly: false,
  settings: {},
  source: opencodeSource,
  nameOf: null,
  noName: "msg_00000000000000000000000000",
});
