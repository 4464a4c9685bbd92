import { get, post, routes } from "./route.ts";

const events = {
  lines: "chat-line",
  sends: { "Reprise-Turn": "the id of the turn" },
  numbered: true,
  forTenants: true,
} as const;

/** Chats of programs, one message a turn. */
export const chatRoutes = routes("programs", {
  sendMessage: post("/chat", "Send a message to a chat and stream what happens", {
    more:
      "A client that disconnects cancels the turn, unless `detach` is true. A message with an Idempotency-Key runs once, " +
      "however often it is sent: later requests get the recorded events. The last event is `result`.",
    headers: { "Idempotency-Key": { says: "names this message within its chat", pattern: "^[\\x21-\\x7e]{1,200}$" } },
    body: "chat-request",
    ...events,
  }),
  getChat: get("/chat/:id", "A chat and its latest turns", { answer: "chat", forTenants: true }),
  followTurn: get(
    "/chat/:id/turns/:turn/events",
    "The events of a turn, from any number, as they come, up to its `result`",
    events,
  ),
  cancelTurn: post("/chat/:id/turns/:turn/cancel", "Stop a turn of this server; 409 if another process runs it", {
    answer: "turn-cancelled",
    forTenants: true,
    whileClosing: true,
  }),
});
