import type { Answer, Decision, Request } from "@reprise/model";
import { textOf } from "../../../foreign.ts";
import type { ServerRequest } from "../message.ts";
import { elicitation, userInput } from "./question.ts";
import { narrowToOffered, type RequestContext, type RequestTranslator } from "./translated-request.ts";
import {
  changeApproval,
  commandApproval,
  oldChangeApproval,
  oldCommandApproval,
  permissionsApproval,
} from "./work-approval.ts";

/** All that a server may ask; anything else is refused. */
const readings = new Map<string, RequestTranslator>([
  ["item/commandExecution/requestApproval", commandApproval],
  ["item/fileChange/requestApproval", changeApproval],
  ["item/permissions/requestApproval", permissionsApproval],
  ["item/tool/requestUserInput", userInput],
  ["mcpServer/elicitation/request", elicitation],
  ["execCommandApproval", oldCommandApproval],
  ["applyPatchApproval", oldChangeApproval],
]);

const lasting: ReadonlySet<Decision> = new Set(["session", "always"]);

export interface Approval {
  readonly request: Request;
  /** What goes back to the server. */
  readonly reply: (answer: Answer) => object;
  /** After a cancel the turn must be stopped as well: the reply cannot say it. */
  readonly needsStop: boolean;
}

/** Null for a request that we do not know. */
export function approvalOf(message: ServerRequest, around: RequestContext): Approval | null {
  const reading = readings.get(message.method);
  if (!reading) return null;
  const { params } = message;
  const { subject, hash, reply, needsStop, ...asked } = reading(params, around);
  // Without an identity there is nothing that could be allowed again.
  const kept = hash === null ? asked.choices.filter((choice) => !lasting.has(choice)) : asked.choices;
  // Nobody agrees to a rule that is not known word for word.
  const choices = subject.rule === null ? kept.filter((choice) => choice !== "always") : kept;
  const rule = choices.includes("always") ? subject.rule : null;
  // The server's numbers begin at 0 in each process; a turn's name is never given twice.
  const scope = textOf(params.turnId) ?? textOf(params.threadId) ?? textOf(params.conversationId) ?? "";
  const id = `${scope}:${message.id}`;
  return {
    request: { id, ...subject, rule, hash, choices },
    reply: (answer) => reply(narrowToOffered(answer, choices)),
    needsStop,
  };
}
