import { describeDriver, opencode } from "@reprise/testkit";
import { opencodeExecDriver } from "./driver.ts";

describeDriver("opencode run", {
  driver: opencodeExecDriver,
  agent: opencode,
  // All its sessions are in one database.
  isAppendOnly: false,
  settings: {},
  wide: { sandbox: "danger-full-access" },
  unknownThread: "ses_doesnotexist",
  // After a 500 or a 429 it retries for more than 40 s before it reports the error.
  failures: [{ answer: { status: 401 }, kind: "authentication" }],
});
