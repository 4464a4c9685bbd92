import type { Prompt } from "../../driving/driver.ts";

/** The prompt with what it mentions, after the instructions of a new thread: Gemini CLI has no option that adds to its own. */
export function geminiInput({ text, inputs = [] }: Prompt, instructions: string | null): string {
  const mentions = inputs.map(({ path }) => `@${escaped(path)}`).join(" ");
  const asked = [text, mentions].filter((part) => part !== "").join("\n\n");
  return instructions ? `Instructions:\n${instructions}\n\nPrompt:\n${asked}` : asked;
}

/** As Gemini CLI writes a path itself: whatever could end a mention is escaped. */
function escaped(path: string): string {
  return path.replace(/[^\p{L}\p{N}/_.-]|\.$/gu, "\\$&");
}
