import type { QueuedApproval } from "@reprise/model";

/** Said to the agent with the next prompt. */
export function askedBefore({ request }: QueuedApproval): string {
  return `Before the interruption you asked for permission: ${request.subject}\nIt was not answered, and nothing was done. Ask again if you still need it.`;
}
