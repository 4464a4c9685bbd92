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

/** Known requests; anything else is refused. */
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
  readonly reply: (answer: Answer) => object;
  /** A cancel must also stop the turn: the reply cannot say so. */
  readonly needsStop: boolean;
}

/** Null for an unknown request. */
export function approvalOf(message: ServerRequest, around: RequestContext): Approval | null {
  const reading = readings.get(message.method);
  if (!reading) return null;
  const { params } = message;
  const { subject, hash, reply, needsStop, ...asked } = reading(params, around);
  // Without an identity nothing can be saved.
  const kept = hash === null ? asked.choices.filter((choice) => !lasting.has(choice)) : asked.choices;
  // Do not offer a rule that cannot be shown verbatim.
  const choices = subject.rule === null ? kept.filter((choice) => choice !== "always") : kept;
  const rule = choices.includes("always") ? subject.rule : null;
  // Request numbers restart in each process; turn ids are unique.
  const scope = textOf(params.turnId) ?? textOf(params.threadId) ?? textOf(params.conversationId) ?? "";
  const id = `${scope}:${message.id}`;
  return {
    request: { id, ...subject, rule, hash, choices },
    reply: (answer) => reply(narrowToOffered(answer, choices)),
    needsStop,
  };
}
