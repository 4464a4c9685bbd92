import type { Agent } from "@reprise/model";
import { meaningInClaude } from "../../agents/claude/tools.ts";
import { meaningInCodex } from "../../agents/codex/tools.ts";
import { meaningInGemini } from "../../agents/gemini/tools.ts";
import { meaningInOpenCode } from "../../agents/opencode/tools.ts";
import type { ToolMeaning } from "../../agents/portable.ts";

const meanings: Readonly<Record<Agent, (name: string, input: unknown) => ToolMeaning | null>> = {
  codex: meaningInCodex,
  claude: meaningInClaude,
  gemini: meaningInGemini,
  opencode: meaningInOpenCode,
};

/** What a tool of an agent does, where others can do the same. */
export function toolMeaning(agent: Agent, name: string, input: unknown): ToolMeaning | null {
  return meanings[agent](name, input);
}
