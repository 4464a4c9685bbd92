import { join } from "node:path";
import type { ChatAgent } from "../chat/chat-agent.ts";
import { execChatAgent } from "../chat/exec-chat-agent.ts";
import { uuidShape } from "../exec/driver.ts";
import type { ExecCommand, ExecTurn } from "../exec/exec-agent.ts";
import { claudeAgent } from "./agent.ts";
import { claudeCommand } from "./exec/command.ts";
import { literalMessage } from "./exec/message-with.ts";
import { ClaudeReader } from "./exec/reader.ts";

const folder = ".claude";

/** `claude -p`. */
export const claudeChat: ChatAgent = execChatAgent(
  {
    ...claudeAgent,
    vendor: "anthropic",
    takesId: true,
    readsInstructions: true,
    threadShape: uuidShape,
    command: chatCommand,
    reader: (turn) => new ClaudeReader(turn),
  },
  {
    env: (home) => ({ CLAUDE_CONFIG_DIR: join(home, folder) }),
    // Beside transcripts: the plan of the plan mode and lists of tasks, which a continued session reads again.
    sessions: [`${folder}/projects`, `${folder}/plans`, `${folder}/tasks`, `${folder}/todos`],
    personal: ({ env, homeFolder }) => {
      const own = env.CLAUDE_CONFIG_DIR || join(homeFolder, folder);
      // Beside the default folder, but inside a named one.
      const state = join(env.CLAUDE_CONFIG_DIR || homeFolder, ".claude.json");
      return [
        { from: join(own, ".credentials.json"), to: `${folder}/.credentials.json`, how: "link" },
        { from: state, to: `${folder}/.claude.json`, how: "copy" },
        ...["settings.json", "CLAUDE.md", "agents", "commands", "skills", "rules", "output-styles"].map(
          (name) => ({ from: join(own, name), to: `${folder}/${name}`, how: "copy" }) as const,
        ),
      ];
    },
    variables: [
      ...["ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN", "CLAUDE_CODE_OAUTH_TOKEN", "ANTHROPIC_BASE_URL"],
      ...["ANTHROPIC_MODEL", "ANTHROPIC_CUSTOM_HEADERS"],
    ],
  },
);

function chatCommand(turn: ExecTurn): ExecCommand {
  const { args, env } = claudeCommand(turn);
  const { sandbox } = turn.launch.settings;
  return {
    args: [...args, "--input-format", "stream-json"],
    // Without it, full access is refused to a superuser, as which agents run in most containers.
    env: sandbox === "danger-full-access" ? { ...env, IS_SANDBOX: "1" } : env,
    input: literalMessage(turn.prompt.text),
  };
}
