import { type ConversationCommand, conversationHelp, decisionHelp } from "@reprise/model";

/** Commands that need no screen. */
export const plainCommands: readonly ConversationCommand[] = [
  "help",
  "status",
  "model",
  "diff",
  "export",
  "fork",
  "stop",
  "steer",
  "back",
  "quit",
];

/** Before a session has begun. */
export const firstCommands: readonly ConversationCommand[] = ["help", "model", "back", "quit"];

export const conversationStart =
  "Type a message and Enter to send it. /help shows the commands, /stop stops the turn, /quit leaves.";

export const conversationUsage = [
  "Type a message and Enter to send it.",
  ...conversationHelp(plainCommands).map(({ usage, means }) => `${usage}: ${means}.`),
  `When the agent asks: ${decisionHelp}`,
].join("\n");
