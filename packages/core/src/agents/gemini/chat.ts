import { join } from "node:path";
import type { ChatAgent } from "../chat/chat-agent.ts";
import { badUse } from "../chat/check-input.ts";
import { type ChatExecCommand, execChatAgent } from "../chat/exec-chat-agent.ts";
import { uuidShape } from "../exec/driver.ts";
import type { ExecTurn } from "../exec/exec-agent.ts";
import { withInstructions } from "../exec/prompt-text.ts";
import { geminiAgent } from "./agent.ts";
import { geminiCommand } from "./exec/command.ts";
import { literalPrompt } from "./exec/literal-prompt.ts";
import { GeminiReader } from "./exec/reader.ts";

const folder = ".gemini";
/** Sessions are found by the name that Gemini CLI gave the workspace; ours stays when the path changes. */
const project = "chat";

/** `gemini --output-format stream-json`. */
export const geminiChat: ChatAgent = execChatAgent(
  {
    ...geminiAgent,
    vendor: "gcp.gemini",
    takesId: true,
    threadShape: uuidShape,
    command: chatCommand,
    reader: (turn) => new GeminiReader(turn),
  },
  {
    env: (home) => ({
      GEMINI_CLI_HOME: home,
      // Otherwise a folder that the person has not confirmed is refused.
      GEMINI_CLI_TRUST_WORKSPACE: "true",
    }),
    // Its cleanup may delete other sessions of a project: a chat has its own home, with one session.
    sessions: ["chats", "memory", "plans"].map((name) => `${folder}/tmp/${project}/${name}`),
    personal: ({ env, homeFolder }) => {
      const own = join(env.GEMINI_CLI_HOME || homeFolder, folder);
      return [
        ...["oauth_creds.json", "gemini-credentials.json", "mcp-oauth-tokens.json"].map(
          (name) => ({ from: join(own, name), to: `${folder}/${name}`, how: "link" }) as const,
        ),
        ...["settings.json", "GEMINI.md", "google_accounts.json", ".env", "policies", "agents", "skills"].map(
          (name) => ({ from: join(own, name), to: `${folder}/${name}`, how: "copy" }) as const,
        ),
      ];
    },
    variables: [
      ...["GEMINI_API_KEY", "GOOGLE_API_KEY", "GOOGLE_GEMINI_BASE_URL", "GEMINI_MODEL"],
      ...["GOOGLE_GENAI_USE_VERTEXAI", "GOOGLE_GENAI_USE_GCA", "GOOGLE_CLOUD_PROJECT", "GOOGLE_CLOUD_LOCATION"],
      ...["GOOGLE_APPLICATION_CREDENTIALS", "GOOGLE_VERTEX_BASE_URL"],
    ],
  },
);

/** Settings of the workspace may start programs: a turn that may only edit files must not write them for the next one. */
const ownFilesPolicy = `[[rule]]
toolName = ["write_file", "replace"]
argsPattern = '"file_path":"[^"]*\\.[gG][eE][mM][iI][nN][iI]/'
decision = "deny"
priority = 999
`;

function chatCommand(turn: ExecTurn): ChatExecCommand {
  const { prompt, launch } = turn;
  if (launch.settings.effort !== null) throw badUse("Gemini CLI has no option for the reasoning effort. Leave it out.");
  const { args, env } = geminiCommand(turn);
  const { input, files } = literalPrompt(withInstructions(prompt.text, launch.instructions ?? null));
  const isFree = launch.settings.sandbox === "danger-full-access";
  const projects = { projects: { [launch.settings.cwd ?? ""]: project } };
  const policy = { path: `${folder}/policies/reprise-chat.toml`, text: ownFilesPolicy };
  const registry = { path: `${folder}/projects.json`, text: JSON.stringify(projects) };
  return { args, env, input, files: [...files, registry, ...(isFree ? [] : [policy])] };
}
