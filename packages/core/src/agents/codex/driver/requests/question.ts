import { type Answer, plainRequest, type Question } from "@reprise/model";
import { requestHash } from "../../../driving/request-hash.ts";
import { type Foreign, fieldOf, isForeign, listOf, numberOf, textOf } from "../../../foreign.ts";
import type { RequestScope, RequestTranslator, TranslatedRequest } from "./translated-request.ts";

/** `item/tool/requestUserInput` */
export const userInput: RequestTranslator = (params) => {
  const questions = listOf(params.questions).filter(isForeign).map(questionOf);
  return {
    ...questionAbout(questions.map(({ text }) => text).join(" "), questions, params),
    choices: ["once", "decline", "cancel"],
    hash: null,
    reply: ({ decision, answers }) => ({
      answers: Object.fromEntries(
        Object.entries(decision === "once" ? (answers ?? {}) : {}).map(([id, given]) => [id, { answers: given }]),
      ),
    }),
    needsStop: true,
  };
};

/** `mcpServer/elicitation/request`: from an MCP server, or from Codex before it calls one of its tools. */
export const elicitation: RequestTranslator = (params, { scope }) => {
  const server = textOf(params.serverName) ?? "unknown";
  const message = textOf(params.message) ?? textOf(params.title) ?? "";
  const scopes = listOf(fieldOf(params._meta, "persist"));
  const isTool = fieldOf(params._meta, "codex_approval_kind") === "mcp_tool_call";
  const properties = propertiesOf(params);
  const questions = Object.entries(properties).map(([id, schema]) => fieldQuestion(id, schema));
  const input = JSON.stringify(fieldOf(params._meta, "tool_params") ?? null);
  const tool = textOf(fieldOf(params._meta, "tool_name"));
  const url = textOf(params.url);
  const named = isTool ? `${message} ${input}` : `MCP server ${server} asks: ${message}`;
  const { subject } = questionAbout(url === null ? named : `${named} ${url}`, questions, params);
  const kept = (["session", "always"] as const).filter((scope) => isTool && scopes.includes(scope));
  return {
    subject: {
      ...subject,
      kind: isTool ? "other" : "question",
      rule: kept.includes("always") ? { kind: "tool", server, tool } : null,
    },
    // Identity checks work only on the vendor's own screens.
    choices: params.mode === "openai/userVerification" ? ["decline", "cancel"] : ["once", ...kept, "decline", "cancel"],
    hash: isTool ? toolHash(params, scope) : null,
    reply: (answer) => elicited(answer, properties),
    needsStop: false,
  };
};

/** Covers everything in the call except how long Codex offers to remember it. */
function toolHash(params: Foreign, scope: RequestScope): string | null {
  const { persist: _, ...call } = isForeign(params._meta) ? params._meta : {};
  const { serverName, message, requestedSchema, url } = params;
  if (!Object.hasOwn(call, "tool_params")) return null;
  return requestHash({ kind: "codex tool", serverName, message, call, ...scope }, { requestedSchema, url });
}

function elicited({ decision, answers }: Answer, properties: Readonly<Record<string, unknown>>): object {
  if (decision === "decline" || decision === "cancel") return { action: decision, content: null, _meta: null };
  const given = Object.entries(answers ?? {}).filter(([id]) => Object.hasOwn(properties, id));
  const content = given.map(([id, texts]) => [id, typedAnswer(texts, properties[id])]);
  return {
    action: "accept",
    content: content.length > 0 ? Object.fromEntries(content) : null,
    _meta: decision === "once" ? null : { persist: decision },
  };
}

function questionAbout(
  subject: string,
  questions: readonly Question[],
  params: Foreign,
): Pick<TranslatedRequest, "subject"> {
  const item = textOf(params.itemId);
  return {
    subject: { ...plainRequest, kind: "question", subject, reason: null, cwd: null, item, questions },
  };
}

function questionOf(question: Foreign): Question {
  const given = listOf(question.options);
  const options = given.map((option) => textOf(fieldOf(option, "label")) ?? "");
  const descriptions = given.map((option) => textOf(fieldOf(option, "description")) ?? "");
  return {
    id: String(question.id),
    text: textOf(question.question) ?? "",
    options,
    ...described(options, descriptions),
  };
}

/** Without those that say nothing more. */
function described(options: readonly string[], descriptions: readonly string[]): Pick<Question, "descriptions"> {
  const more = descriptions.map((text, index) => (text === options[index] ? "" : text));
  return more.some((text) => text !== "") ? { descriptions: more } : {};
}

function propertiesOf(params: Foreign): Readonly<Record<string, unknown>> {
  const properties = fieldOf(params.requestedSchema, "properties");
  return isForeign(properties) ? properties : {};
}

function fieldQuestion(id: string, schema: unknown): Question {
  const text = textOf(fieldOf(schema, "title")) ?? textOf(fieldOf(schema, "description")) ?? id;
  const choices = fieldOf(schema, "type") === "array" ? fieldOf(schema, "items") : schema;
  const named = [...listOf(fieldOf(choices, "oneOf")), ...listOf(fieldOf(choices, "anyOf"))];
  const plain = listOf(fieldOf(choices, "enum")).map(String);
  const options = [...plain, ...named.map((choice) => String(fieldOf(choice, "const")))];
  const titles = named.map(
    (choice) => textOf(fieldOf(choice, "description")) ?? textOf(fieldOf(choice, "title")) ?? "",
  );
  if (fieldOf(schema, "type") === "boolean") return { id, text, options: ["true", "false"] };
  return { id, text, options, ...described(options, [...plain.map(() => ""), ...titles]) };
}

/** Converts text answers to the type of the form. */
function typedAnswer(texts: readonly string[], schema: unknown): unknown {
  const [text = ""] = texts;
  switch (fieldOf(schema, "type")) {
    case "boolean":
      return /^(?:true|yes|y|1)$/i.test(text);
    case "number":
    case "integer":
      return numberOf(Number(text)) ?? text;
    case "array":
      return texts;
    default:
      return text;
  }
}
