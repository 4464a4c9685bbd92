/** Put before a written session that begins with a reply: the provider wants a user to speak first. Nobody typed it. */
export const openingPrompt = "The conversation starts with a reply.";
