import { join } from "node:path";
import { type ChatUsage, tryParseJson } from "@reprise/model";
import type { ChatAgent, RecordedChat } from "../chat/chat-agent.ts";
import { badUse } from "../chat/check-input.ts";
import { execChatAgent } from "../chat/exec-chat-agent.ts";
import { uuidShape } from "../exec/driver.ts";
import type { ExecCommand, ExecTurn } from "../exec/exec-agent.ts";
import { withInstructions, withMark } from "../exec/prompt-text.ts";
import { fieldOf, isForeign } from "../foreign.ts";
import { codexAgent } from "./agent.ts";
import { codexCommand } from "./exec/command.ts";
import { CodexReader } from "./exec/reader.ts";
import { aboutTurn } from "./read/about.ts";
import { totalsOf } from "./read/token-totals.ts";

/** `codex exec` and `codex exec resume`. */
export const codexChat: ChatAgent = execChatAgent(
  {
    ...codexAgent,
    vendor: "openai",
    takesId: false,
    // A name that nobody has makes `codex exec resume` start a new thread; an unknown id is refused.
    threadShape: uuidShape,
    command: chatCommand,
    reader: (turn) => new CodexReader(turn),
  },
  {
    env: (home) => ({ CODEX_HOME: join(home, ".codex") }),
    sessions: [".codex/sessions", ".codex/archived_sessions"],
    databases: { folder: ".codex", isOne: (name) => /^[a-z_]+_\d+\.sqlite(?:-wal|-shm)?$/.test(name) },
    personal: ({ env, homeFolder }) => {
      const own = env.CODEX_HOME || join(homeFolder, ".codex");
      return [
        { from: join(own, "auth.json"), to: ".codex/auth.json", how: "link" },
        ...["config.toml", "AGENTS.md", "rules", "skills", "prompts"].map(
          (name) => ({ from: join(own, name), to: `.codex/${name}`, how: "copy" }) as const,
        ),
      ];
    },
    recorded: async (file, session) => (file.path.includes(session) ? recordedIn(file.bytes()) : null),
    variables: ["CODEX_API_KEY", "OPENAI_API_KEY"],
  },
);

/** `codex exec --json` names no model, and its tokens are those of the thread; the rollout has both. */
async function recordedIn(rollout: AsyncIterable<Uint8Array>): Promise<RecordedChat> {
  let [model, usage]: [string | null, ChatUsage | null] = [null, null];
  let rest = "";
  const decoder = new TextDecoder();
  for await (const bytes of rollout) {
    const lines = `${rest}${decoder.decode(bytes, { stream: true })}`.split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) {
      if (!line.includes('"turn_context"') && !line.includes('"token_count"')) continue;
      const record = tryParseJson(line);
      if (!isForeign(record) || !isForeign(record.payload)) continue;
      if (record.type === "turn_context") model = aboutTurn(record.payload).model ?? model;
      if (record.payload.type === "token_count")
        usage = chatUsageOf(fieldOf(record.payload, "info", "total_token_usage")) ?? usage;
    }
  }
  return { model, usage };
}

/** As `codex exec --json` reports them. */
function chatUsageOf(totals: unknown): ChatUsage | null {
  const [input_tokens, cached_input_tokens, output_tokens] = totalsOf(totals) ?? [];
  if (input_tokens === undefined || cached_input_tokens === undefined || output_tokens === undefined) return null;
  return { input_tokens, cached_input_tokens, output_tokens, total_tokens: input_tokens + output_tokens };
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
