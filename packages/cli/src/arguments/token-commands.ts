import { type CommandSpec, everywhere } from "./command-spec.ts";

const store = "The PostgreSQL that the servers share (also: REPRISE_STORE)";

/** Chats that servers share: how they get there, and who may use them. */
export const tokenCommands = {
  "migrate-chats": {
    summary: "Copy the chats of this machine to a PostgreSQL that servers share",
    operands: [],
    options: ["to-store", "objects", "tenant", ...everywhere],
    meanings: {
      objects: "Where the servers keep files: their --objects (default: the database)",
      tenant: "The tenant whose chats they become (default: that of the servers' own token)",
    },
    notes: [
      "Stop the server of this machine first. Each chat is copied whole or not at all, with its turns, events and files; what is",
      "there already stays, so that it can be run again, after a failure too. Nothing is changed here. Exit code 1: not all are there.",
    ],
    examples: ["reprise migrate-chats --to postgres://db.example/chats --objects s3://chats"],
  },
  "token create": {
    summary: "Make a token for the chats of a tenant that servers share",
    operands: [],
    options: ["store", "tenant", "label", "chats", "read-only", "expires", ...everywhere],
    meanings: { store, tenant: "The tenant, which comes with its first token (needed)" },
    notes: [
      "A tenant is a customer, a team or a person: its programs see its own chats, and no others. The token is printed once;",
      "only its SHA-256 is kept. Its turns run in an isolated sandbox, in folders of their own: `reprise token quota`.",
    ],
    examples: [
      "reprise token create --store postgres://db.example/chats --tenant acme",
      "reprise token create --tenant acme --chats 'support-*' --read-only --expires 30 --json",
    ],
  },
  "token list": {
    summary: "List tenants, what they use, and their tokens",
    operands: [],
    options: ["store", "tenant", ...everywhere],
    meanings: { store },
    examples: ["reprise token list --store postgres://db.example/chats"],
  },
  "token revoke": {
    summary: "Take a token back, from its next request on",
    operands: [{ name: "ID", isRequired: true }],
    options: ["store", ...everywhere],
    meanings: { store },
    notes: ["ID is the token's id, as `token list` and the token itself have it: the 16 digits after rp_."],
    examples: ["reprise token revoke 8f3a51c09be21d47"],
  },
  "token quota": {
    summary: "Show or change what a tenant may use",
    operands: [{ name: "TENANT", isRequired: true }],
    options: ["store", "turns-at-once", "turns-a-day", "bytes", "chat-sandbox", "unlimited", ...everywhere],
    meanings: {
      store,
      "chat-sandbox": "Where its turns run, also one that is not isolated (default: an isolated one)",
    },
    notes: [
      "A message above a limit is answered with 429 and the reason. A limit of 0 takes no messages.",
      "In the sandbox `local` an agent can read what the server's user can, also chats of other tenants.",
    ],
    examples: ["reprise token quota acme --turns-at-once 4 --turns-a-day 500", "reprise token quota acme --unlimited"],
  },
  "token audit": {
    summary: "Show who did what, and when",
    operands: [],
    options: ["store", "tenant", "since", "limit", ...everywhere],
    meanings: { store, since: "Only from this day on (UTC)", limit: "The latest N (default: 100)" },
    notes: ["What was said is not recorded. Reading, and what is refused, is recorded once a minute for each chat."],
    examples: ["reprise token audit --tenant acme --since 2026-11-18 --json"],
  },
} as const satisfies Record<string, CommandSpec>;
