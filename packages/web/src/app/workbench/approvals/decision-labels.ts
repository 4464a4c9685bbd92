import { type Agent, asksTo, type Decision, type Request } from "@reprise/model";

/** Buttons; the words of an `always` rule are in the request above them. */
export const decisionLabels: Readonly<Record<Decision, string>> = {
  once: "Allow once",
  session: "Allow for this session",
  always: "Allow always",
  decline: "Decline",
  cancel: "Decline and stop",
};

export function isRefusal(decision: Decision): boolean {
  return decision === "decline" || decision === "cancel";
}

export function requestTitle(agent: Agent, { kind }: Pick<Request, "kind">): string {
  return `${agent} ${asksTo[kind]}`;
}
