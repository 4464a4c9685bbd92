import { type ChatInput, SessionError } from "@reprise/model";

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are refused
const control = /[\u0000-\u001F\u007F]/;

/** Throws a `SessionError` for what no agent gets unchanged: by its input, its arguments or a file. */
export function checkInput({ message, model, effort, instructions }: ChatInput): void {
  checkText("A message", message);
  if (message.trim() === "") throw badUse("A message needs more than white space: agents ignore it otherwise.");
  if (instructions !== undefined) checkText("Instructions", instructions);
  for (const [name, value] of Object.entries({ model, effort }))
    if (value !== undefined && (control.test(value) || !value.isWellFormed()))
      throw badUse(`${JSON.stringify(value.slice(0, 80))} is no name of a ${name}: it holds control characters.`);
}

function checkText(what: string, text: string): void {
  if (text.includes("\0")) throw badUse(`${what} cannot hold NUL characters. Remove them.`);
  if (!text.isWellFormed()) throw badUse(`${what} cannot hold half of a surrogate pair. Send well-formed Unicode.`);
}

export function badUse(message: string): SessionError {
  return new SessionError("bad-use", message);
}
