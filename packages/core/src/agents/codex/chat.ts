import { join } from "node:path";
import type { ChatAgent } from "../chat/chat-agent.ts";
import { execChatAgent } from "../chat/exec-chat-agent.ts";
import { uuidShape } from "../exec/driver.ts";
import { codexAgent } from "./agent.ts";
import { codexCommand } from "./exec/command.ts";
import { CodexReader } from "./exec/reader.ts";

/** `codex exec` and `codex exec resume`. */
export const codexChat: ChatAgent = execChatAgent(
  {
    ...codexAgent,
    takesId: false,
    // A name that nobody has makes `codex exec resume` start a new thread; an unknown id is refused.
    threadShape: uuidShape,
    command: codexCommand,
    reader: (turn) => new CodexReader(turn),
  },
  {
    env: (home) => ({ CODEX_HOME: join(home, ".codex") }),
    sessions: [".codex/sessions", ".codex/archived_sessions"],
    personal: ({ env, homeFolder }) => {
      const own = env.CODEX_HOME || join(homeFolder, ".codex");
      return [
        { from: join(own, "auth.json"), to: ".codex/auth.json", how: "link" },
        ...["config.toml", "AGENTS.md", "rules", "skills", "prompts"].map(
          (name) => ({ from: join(own, name), to: `.codex/${name}`, how: "copy" }) as const,
        ),
      ];
    },
    variables: ["CODEX_API_KEY", "OPENAI_API_KEY"],
  },
);
