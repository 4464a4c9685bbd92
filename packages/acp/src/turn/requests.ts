import type { PermissionOption, ToolCallUpdate, ToolKind } from "@agentclientprotocol/sdk";
import {
  type Answer,
  asksTo,
  type Decision,
  decisionChoices,
  exactLine,
  mildestNo,
  optionWords,
  type Request,
  requestRows,
} from "@reprise/model";
import type { Editor } from "../editor.ts";
import { diffContent, editLocations } from "../updates/edit-diffs.ts";
import { fenced, textContent } from "../updates/markdown.ts";
import { editTitle, lineOf } from "../updates/tool-call.ts";

const optionOf: Readonly<Record<Decision, Pick<PermissionOption, "name" | "kind">>> = {
  once: { name: "Allow once", kind: "allow_once" },
  session: { name: "Allow for this session", kind: "allow_always" },
  always: { name: "Always (adds the permanent rule shown)", kind: "allow_always" },
  decline: { name: "Decline", kind: "reject_once" },
  cancel: { name: "Decline and stop the turn", kind: "reject_once" },
};

/** Asks the person about a request of the agent. `stop`: there is no answer, and none the agent would take as a no. */
export async function askAbout(
  request: Request,
  { editor, toolCall, signal }: { editor: Editor; toolCall: ToolCallUpdate; signal: AbortSignal },
): Promise<Answer | "stop"> {
  if (request.questions.length > 0)
    return editor.hasForms ? filledIn(request, { editor, signal }) : answers(request, { editor, toolCall, signal });
  const options = decisionChoices
    .filter(({ decision }) => request.choices.includes(decision))
    .map(({ decision }) => ({ optionId: decision, ...optionOf[decision] }));
  const chosen = (await editor.choose(toolCall, options, signal)) as Decision | null;
  return chosen === null ? noTo(request) : { decision: chosen };
}

/** Every question in one form, with its options where it has some. */
async function filledIn(
  request: Request,
  { editor, signal }: { editor: Editor; signal: AbortSignal },
): Promise<Answer | "stop"> {
  const { questions, subject } = request;
  const properties = Object.fromEntries(
    questions.map((question) => {
      const { id, text, options, descriptions } = question;
      const title = exactLine(text);
      if (options.length === 0) return [id, { type: "string", title } as const];
      if (!descriptions) return [id, { type: "string", title, enum: [...options] } as const];
      const oneOf = options.map((option, index) => ({ const: option, title: optionWords(question, index) }));
      return [id, { type: "string", title, oneOf } as const];
    }),
  );
  const required = questions.map(({ id }) => id);
  const schema = { type: "object", properties, required } as const;
  const filled = await editor.fill({ message: exactLine(subject), schema: { ...schema, required } }, signal);
  if (filled === null || required.some((id) => typeof filled[id] !== "string")) return noTo(request);
  return { decision: "once", answers: Object.fromEntries(required.map((id) => [id, [String(filled[id])]])) };
}

/** A question with answers to choose from. Free text cannot be asked for this way. */
async function answers(
  request: Request,
  { editor, toolCall, signal }: { editor: Editor; toolCall: ToolCallUpdate; signal: AbortSignal },
): Promise<Answer | "stop"> {
  const given: Record<string, readonly string[]> = {};
  for (const question of request.questions) {
    const { id, text, options } = question;
    const choices = options.map((_, index): PermissionOption => {
      return { optionId: `${index}`, name: optionWords(question, index), kind: "allow_once" };
    });
    if (choices.length === 0) {
      await editor.note(`The agent asked, and it was declined: ${text} Answer in your next prompt.`);
      return noTo(request);
    }
    const skip: PermissionOption = { optionId: "skip", name: "Decline to answer", kind: "reject_once" };
    const asked = { ...toolCall, title: lineOf(exactLine(text)) };
    const chosen = await editor.choose(asked, [...choices, skip], signal);
    const answer = chosen === null ? undefined : options[Number(chosen)];
    if (answer === undefined) return noTo(request);
    given[id] = [answer];
  }
  return { decision: "once", answers: given };
}

function noTo({ choices }: Request): Answer | "stop" {
  const decision = mildestNo(choices);
  return decision === null ? "stop" : { decision };
}

const kinds: Readonly<Record<Request["kind"], ToolKind>> = {
  command: "execute",
  edit: "edit",
  permissions: "other",
  question: "other",
  other: "other",
};

/** Everything a yes would allow, verbatim. */
export function requestToolCall(
  id: string,
  request: Request,
  { cwd, agent }: { readonly cwd: string; readonly agent: string },
): ToolCallUpdate & { readonly title: string } {
  const { kind, subject, changes } = request;
  const rows = requestRows(request, null).map(({ lead, text }) => `${lead}${text}`.trimEnd());
  const title =
    kind === "edit" && changes.length > 0
      ? editTitle(changes.map(({ path }) => path))
      : kind === "command"
        ? lineOf(exactLine(subject))
        : lineOf(`${agent} ${asksTo[kind]}: ${exactLine(subject)}`);
  return {
    toolCallId: id,
    title,
    kind: kinds[kind],
    status: "pending",
    content: [textContent(fenced(rows.join("\n"))), ...diffContent(changes, cwd)],
    locations: editLocations(changes, cwd),
  };
}
