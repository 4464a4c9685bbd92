import { type ConversationCommand, conversationHelp, decisionHelp } from "@reprise/model";

/** Commands that need no screen. */
export const plainCommands: readonly ConversationCommand[] = [
  "help",
  "status",
  "diff",
  "export",
  "stop",
  "steer",
  "back",
  "quit",
];

export const conversationStart =
  "Type a message and Enter to send it. /help shows the commands, /stop stops the turn, /quit leaves.";

export const conversationUsage = [
  "Type a message and Enter to send it.",
  ...conversationHelp(plainCommands).map(({ usage, means }) => `${usage}: ${means}.`),
  `When the agent asks: ${decisionHelp}`,
].join("\n");
