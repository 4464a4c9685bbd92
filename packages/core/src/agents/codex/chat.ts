import { join } from "node:path";
import type { ChatAgent } from "../chat/chat-agent.ts";
import { badUse } from "../chat/check-input.ts";
import { execChatAgent } from "../chat/exec-chat-agent.ts";
import { uuidShape } from "../exec/driver.ts";
import type { ExecCommand, ExecTurn } from "../exec/exec-agent.ts";
import { withInstructions, withMark } from "../exec/prompt-text.ts";
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
    command: chatCommand,
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

/** Linux takes no longer argument. */
const mostArgument = 128 * 1024 - 1;

function chatCommand(turn: ExecTurn): ExecCommand {
  const { args, env } = codexCommand(turn);
  if (args.some((arg) => Buffer.byteLength(arg) > mostArgument))
    throw badUse("The instructions are too long: Codex takes 128 KB. Put the rest into a file of the workspace.");
  // A resumed thread keeps the instructions it began with: others reach the model only with the message.
  const instructions = turn.isNew ? null : (turn.launch.instructions ?? null);
  return { args, env, input: withMark(withInstructions(turn.prompt.text, instructions)) };
}
