import { describeChatAgent, isWhole, opencode } from "@reprise/testkit";
import { opencodeChat } from "./chat.ts";

describeChatAgent("OpenCode", {
  chat: opencodeChat,
  agent: opencode,
  unknownSession: "ses_unknown00000000000000000",
  beginnings: isWhole ? ["--help", "/init @mentioned.txt", "!ls"] : ["/init @mentioned.txt"],
  messages: ["\uFEFFmark"],
  write: (path) => ({ call: { name: "write", arguments: { filePath: path, content: "x" } } }),
  startFiles: ["opencode.json", ".opencode/plugin/x.js", "sub/.opencode/tool/x.ts", ".git/hooks/post-commit"],
  // After a 500 or a 429 it retries for more than 40 s before it reports the error.
  failures: [
    { answer: { status: 401 }, code: "authentication" },
    { answer: { status: 402 }, code: "limit" },
  ],
});
