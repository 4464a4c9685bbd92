/** For agents that take instructions only with a prompt. */
export function withInstructions(text: string, instructions: string | null): string {
  return instructions ? `Instructions:\n${instructions}\n\nPrompt:\n${text}` : text;
}

const mark = "\uFEFF";

/** For agents that drop a byte order mark at the start of their input. */
export function withMark(text: string): string {
  return text.startsWith(mark) ? mark + text : text;
}
