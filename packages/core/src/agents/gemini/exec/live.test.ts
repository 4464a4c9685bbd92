import { describeDriver, gemini } from "@reprise/testkit";
import { geminiExecDriver } from "./driver.ts";

describeDriver("gemini, headless", {
  driver: geminiExecDriver,
  agent: gemini,
  settings: { model: "gemini-2.5-flash" },
  wide: { sandbox: "danger-full-access" },
  unknownThread: "00000000-0000-4000-8000-000000000000",
  failures: [
    { answer: { status: 500 }, kind: "server" },
    { answer: { status: 429 }, kind: "limit" },
  ],
});
