import { claude, describeDriver } from "@reprise/testkit";
import { claudeExecDriver } from "./driver.ts";

describeDriver("claude -p", {
  driver: claudeExecDriver,
  agent: claude,
  settings: {},
  wide: { sandbox: "danger-full-access" },
  // Without it, full access is refused to a superuser, which test machines are.
  env: { IS_SANDBOX: "1" },
  unknownThread: "00000000-0000-4000-8000-000000000000",
  failures: [
    { answer: { status: 500 }, kind: "server" },
    { answer: { status: 429 }, kind: "limit" },
  ],
});
