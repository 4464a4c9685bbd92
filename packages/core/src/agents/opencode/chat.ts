import { join } from "node:path";
import { tryParseJson } from "@reprise/model";
import type { ChatAgent } from "../chat/chat-agent.ts";
import { badUse } from "../chat/check-input.ts";
import { execChatAgent } from "../chat/exec-chat-agent.ts";
import type { ExecCommand, ExecTurn } from "../exec/exec-agent.ts";
import { withMark } from "../exec/prompt-text.ts";
import { fieldOf, isForeign } from "../foreign.ts";
import { opencodeAgent } from "./agent.ts";
import { opencodeCommand } from "./exec/command.ts";
import { OpencodeReader } from "./exec/reader.ts";
import { sessionShape } from "./session-shape.ts";

const data = ".local/share";
const config = ".config";
const state = ".local/state";

/** `opencode run`. */
export const opencodeChat: ChatAgent = execChatAgent(
  {
    ...opencodeAgent,
    takesId: false,
    readsInstructions: true,
    threadShape: sessionShape,
    command: chatCommand,
    reader: (turn) => new OpencodeReader(turn),
  },
  {
    env: (home) => ({
      XDG_DATA_HOME: join(home, data),
      XDG_CONFIG_HOME: join(home, config),
      XDG_STATE_HOME: join(home, state),
    }),
    // Its log and snapshots are not needed to continue. What is not in the database yet is in the second file.
    sessions: [`${data}/opencode/opencode.db`, `${data}/opencode/opencode.db-wal`],
    personal: ({ env, homeFolder }) => {
      const own = {
        data: join(env.XDG_DATA_HOME || join(homeFolder, data), "opencode"),
        config: join(env.XDG_CONFIG_HOME || join(homeFolder, config), "opencode"),
      };
      return [
        ...["auth.json", "mcp-auth.json"].map(
          (name) => ({ from: join(own.data, name), to: `${data}/opencode/${name}`, how: "link" }) as const,
        ),
        ...configuration.map(
          (name) => ({ from: join(own.config, name), to: `${config}/opencode/${name}`, how: "copy" }) as const,
        ),
        // Packages of its plugins: installed again otherwise, and more than configuration.
        {
          from: join(own.config, "node_modules"),
          to: `${config}/opencode/node_modules`,
          how: "link",
        },
      ];
    },
    variables: [
      ...["ANTHROPIC_API_KEY", "OPENAI_API_KEY", "GEMINI_API_KEY", "GOOGLE_GENERATIVE_AI_API_KEY"],
      ...["OPENROUTER_API_KEY", "GROQ_API_KEY", "XAI_API_KEY", "MISTRAL_API_KEY", "DEEPSEEK_API_KEY"],
      ...["OPENCODE_API_KEY", "OPENCODE_AUTH_CONTENT", "OPENCODE_CONFIG_CONTENT", "OPENCODE_PERMISSION"],
    ],
  },
);

const configuration = [
  ...["opencode.json", "opencode.jsonc", "config.json", "AGENTS.md", "package.json", "package-lock.json"],
  ...["bun.lock", "agent", "agents", "command", "commands", "mode", "modes", "plugin", "plugins"],
  ...["skill", "skills", "tool", "tools"],
];

function chatCommand(turn: ExecTurn): ExecCommand {
  const { args, env } = opencodeCommand(turn);
  const { settings, env: given } = turn.launch;
  const configuration = env.OPENCODE_CONFIG_CONTENT ?? given.OPENCODE_CONFIG_CONTENT ?? "{}";
  return {
    args,
    env: {
      ...env,
      ...(settings.sandbox === "danger-full-access" ? {} : narrowed(env)),
      OPENCODE_CONFIG_CONTENT: continuing(configuration),
    },
    input: withMark(turn.prompt.text),
  };
}

/** Started with OpenCode or with git: a turn that may only edit files must not write them for the next one. The last match counts. */
const programs = ["*opencode.json", "*opencode.jsonc", "*.opencode/*", "*.git/*"];

/** Nobody answers questions. */
function narrowed({ OPENCODE_PERMISSION = "{}" }: ExecCommand["env"]): ExecCommand["env"] {
  const rules = denying(tryParseJson(OPENCODE_PERMISSION));
  const own = fieldOf(rules, "edit") ?? "allow";
  const edit = {
    ...(isForeign(own) ? own : { "*": own }),
    ...Object.fromEntries(programs.map((path) => [path, "deny"])),
  };
  return {
    OPENCODE_PERMISSION: JSON.stringify({
      ...(isForeign(rules) ? rules : {}),
      edit: own === "deny" ? own : edit,
    }),
  };
}

function denying(rule: unknown): unknown {
  if (isForeign(rule)) return Object.fromEntries(Object.entries(rule).map(([name, one]) => [name, denying(one)]));
  return rule === "ask" ? "deny" : rule;
}

/** A question that the person's own rules ask is rejected; the turn would end there, before the model can say what it could not do. */
function continuing(configuration: string): string {
  const own = tryParseJson(configuration);
  if (!isForeign(own)) throw badUse("OPENCODE_CONFIG_CONTENT is no JSON object. Correct or unset it.");
  const experimental = {
    ...(isForeign(own.experimental) ? own.experimental : {}),
    continue_loop_on_deny: true,
  };
  return JSON.stringify({ ...own, experimental });
}
