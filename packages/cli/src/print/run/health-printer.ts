import { safeLine } from "@reprise/model";
import { json } from "@reprise/model/json";
import type { Health } from "../../machine.ts";

/** Reports when writes stop reaching the disk and when they work again, nothing in between. */
export function healthPrinter(tell: (text: string) => void, { asJson }: { asJson: boolean }): (health: Health) => void {
  let last: Health["state"] = "good";
  return (health) => {
    if (health.state === last) return;
    last = health.state;
    const detail =
      health.state === "good"
        ? "The journal can be written again; nothing was lost."
        : `The journal cannot be written (${health.reason}). The run continues; its records wait in memory until the disk can be written.`;
    if (asJson) tell(`${json("warning", { warning: { kind: "journal-not-saved", path: "journal", detail } })}\n`);
    else tell(`reprise: warning: ${safeLine(detail)}\n`);
  };
}
