import { codex, describeDriver } from "@reprise/testkit";
import { codexDriver } from "./driver.ts";

describeDriver("codex app-server", {
  driver: codexDriver,
  agent: codex,
  settings: {},
  wide: { sandbox: "danger-full-access", approvalPolicy: "never" },
  unknownThread: "01a1e0b2-ca3b-70b0-b51e-ff7f1a03e63b",
  failures: [
    { answer: { status: 500 }, kind: "server" },
    { answer: { status: 429 }, kind: "limit" },
    { answer: { status: 401 }, kind: "authentication" },
  ],
});
