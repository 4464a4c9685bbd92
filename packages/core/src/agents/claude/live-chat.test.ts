import { claude, describeChatAgent } from "@reprise/testkit";
import { claudeChat } from "./chat.ts";

describeChatAgent("Claude Code", {
  chat: claudeChat,
  agent: claude,
  unknownSession: "00000000-0000-4000-8000-000000000000",
  write: (path) => ({ call: { name: "Write", arguments: { file_path: path, content: "x" } } }),
  startFiles: [".claude/settings.json", ".claude/settings.local.json", ".mcp.json", ".git/hooks/post-commit"],
  failures: [
    { answer: { status: 401 }, code: "authentication" },
    { answer: { status: 429 }, code: "limit" },
    { answer: { status: 500 }, code: "server" },
    {
      answer: {
        status: 400,
        body: {
          type: "error",
          error: {
            type: "invalid_request_error",
            message: "prompt is too long: 210000 tokens > 200000 maximum",
          },
        },
      },
      code: "context-full",
    },
  ],
});
