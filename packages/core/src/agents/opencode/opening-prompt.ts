/** Precedes a written session that starts with a reply: many providers require a user message first. */
export const openingPrompt = "The conversation starts with a reply.";
