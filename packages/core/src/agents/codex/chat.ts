import { join } from "node:path";
import { tryParseJson } from "@reprise/model";
import type { ChatAgent } from "../chat/chat-agent.ts";
import { badUse } from "../chat/check-input.ts";
import { execChatAgent } from "../chat/exec-chat-agent.ts";
import { uuidShape } from "../exec/driver.ts";
import type { ExecCommand, ExecTurn } from "../exec/exec-agent.ts";
import { withInstructions, withMark } from "../exec/prompt-text.ts";
import { isForeign } from "../foreign.ts";
import { codexAgent } from "./agent.ts";
import { codexCommand } from "./exec/command.ts";
import { CodexReader } from "./exec/reader.ts";
import { aboutTurn } from "./read/about.ts";

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
    recordedModel: async ({ path, bytes }, session) => (path.includes(session) ? lastModelIn(bytes()) : null),
    variables: ["CODEX_API_KEY", "OPENAI_API_KEY"],
  },
);

/** `codex exec --json` names no model; each turn of the rollout does. */
async function lastModelIn(rollout: AsyncIterable<Uint8Array>): Promise<string | null> {
  let model: string | null = null;
  let rest = "";
  const decoder = new TextDecoder();
  for await (const bytes of rollout) {
    const lines = `${rest}${decoder.decode(bytes, { stream: true })}`.split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) {
      if (!line.includes('"turn_context"')) continue;
      const record = tryParseJson(line);
      if (!isForeign(record) || record.type !== "turn_context" || !isForeign(record.payload)) continue;
      model = aboutTurn(record.payload).model ?? model;
    }
  }
  return model;
}

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
