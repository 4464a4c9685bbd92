import { codex, describeChatAgent } from "@reprise/testkit";
import { codexChat } from "./chat.ts";

describeChatAgent("Codex", {
  chat: codexChat,
  agent: codex,
  unknownSession: "01a1e0b2-ca3b-70b0-b51e-ff7f1a03e63b",
  messages: ["\uFEFFmark"],
  write: (path) => ({
    custom: { name: "apply_patch", input: `*** Begin Patch\n*** Add File: ${path}\n+x\n*** End Patch\n` },
  }),
  startFiles: [".codex/config.toml", ".git/hooks/post-commit"],
  failures: [
    { answer: { status: 401 }, code: "authentication" },
    { answer: { status: 429 }, code: "limit" },
    { answer: { status: 500 }, code: "server" },
  ],
});
