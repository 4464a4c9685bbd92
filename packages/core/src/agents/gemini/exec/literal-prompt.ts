import { digestOf } from "../../../host/digest.ts";
import { badUse } from "../../chat/check-input.ts";
import type { ChatExecCommand } from "../../chat/exec-chat-agent.ts";

/** What Gemini CLI takes for a mention of a file, a resource or a sub-agent. */
const mention = /(?<!\\)@(?:"[^"]*"|\\.|[^ \t\n\r,;!?()[\]{}.]|\.(?!$|[ \t\n\r]))/;
/** What the text of a custom command may not hold: it would be replaced, or run. */
const placeholder = /\{\{args\}\}|!\{|@\{/;
/** Prompts that Gemini CLI leaves out of the history when it resumes: it takes them for its own. */
const forgotten = /^(?:\/|\?|<session_context>|<hook_context>)/;

/** They cut its record of the prompt in two, which it cannot read then. */
const separator = /[\u2028\u2029]/;
/** Gemini CLI prints its input again, and may exit before a long line is out: the rest of its output is lost then. */
const mostPrinted = 16 * 1024;

/**
 * A text that reaches the model as it is. Mentions are replaced in every prompt, but not in the text of a custom command:
 * a text with one becomes such a command. Throws a `SessionError` if no way is left.
 */
export function literalPrompt(text: string): Required<Pick<ChatExecCommand, "input" | "files">> {
  const start = forgotten.exec(text.trimStart())?.[0];
  if (start !== undefined)
    throw badUse(`Gemini CLI forgets messages that start with ${start} when a chat continues. Put a word before it.`);
  if (separator.test(text))
    throw badUse(
      "Gemini CLI forgets messages with line separators (U+2028, U+2029) when a chat continues. Use line feeds.",
    );
  const held = placeholder.exec(text)?.[0];
  const isMention = mention.test(text);
  if (!isMention && (held !== undefined || text.length <= mostPrinted)) return { input: text, files: [] };
  if (held !== undefined)
    throw badUse(
      `Gemini CLI does not take this message literally: it has both ${JSON.stringify(mention.exec(text)?.[0])} and ${JSON.stringify(held)}. Put a space after one of them.`,
    );
  // A workspace has commands too: none of them can have this name.
  const name = `message-${digestOf(text).slice(0, 32)}`;
  return {
    input: `/${name}`,
    files: [{ path: `.gemini/commands/${name}.toml`, text: `prompt = ${tomlString(text)}\n` }],
  };
}

/** A string of JSON is one of TOML, but for one character. */
function tomlString(text: string): string {
  return JSON.stringify(text).replaceAll("\u007F", "\\u007F");
}
