/** The recap of unfinished work begins with this, and has no empty line. */
export const recapOpening = "This session was interrupted. The outcome of the following work was not recorded";

/** A prompt without the recap that Reprise sent before it. */
export function typedPrompt(prompt: string): string {
  if (!prompt.startsWith(recapOpening)) return prompt;
  const end = prompt.indexOf("\n\n");
  return end === -1 ? "" : prompt.slice(end + 2);
}
