/** Precedes a written session that starts with a reply: the provider requires a user message first. */
export const openingPrompt = "The conversation starts with a reply.";
