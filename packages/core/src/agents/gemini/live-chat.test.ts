import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describeChatAgent, gemini, isWhole, type TestAgent } from "@reprise/testkit";
import { geminiChat } from "./chat.ts";

/** With its cleanup of sessions on, as it is for everyone. */
const cleaning: TestAgent = {
  ...gemini,
  async prepareHome(options) {
    const home = await gemini.prepareHome(options);
    const settings = {
      security: { auth: { selectedType: "gemini-api-key" } },
      general: { enableAutoUpdate: false, enableAutoUpdateNotification: false, maxAttempts: 1 },
      privacy: { usageStatisticsEnabled: false },
    };
    await writeFile(join(options.home, ".gemini", "settings.json"), JSON.stringify(settings));
    return home;
  },
};

describeChatAgent("Gemini CLI", {
  chat: geminiChat,
  agent: cleaning,
  input: { model: "gemini-2.5-flash" },
  takesEffort: false,
  unknownSession: "00000000-0000-4000-8000-000000000000",
  beginnings: ["/init", "/help me", "@/etc/passwd see @mentioned.txt", ...(isWhole ? ["--help", "!ls"] : [])],
  messages: ["mail bob@mentioned.txt \\@x \u007F", "?", "a !{touch x} b", "@mentioned.txt !{touch x}"],
  refused: ["/init", "/help me", "?", "@mentioned.txt !{touch x}", "a\u2028b\u2029c"],
  write: (path) => ({ call: { name: "write_file", arguments: { file_path: path, content: "x" } } }),
  startFiles: [".gemini/settings.json", ".gemini/commands/x.toml", ".env", ".git/hooks/post-commit"],
  failures: [
    { answer: { status: 401 }, code: "authentication" },
    { answer: { status: 429 }, code: "limit" },
    { answer: { status: 500 }, code: "server" },
  ],
});
