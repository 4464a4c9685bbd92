import type { QueuedApproval } from "@reprise/model";

/** Said to the agent with the next prompt. */
export function askedBefore({ request }: QueuedApproval): string {
  if (request.kind === "question")
    return `Before the interruption you asked: ${request.subject}\nIt was not answered. Ask again if you still need to know.`;
  return `Before the interruption you asked for permission: ${request.subject}\nIt was not answered, and nothing was done. Ask again if you still need it.`;
}
