import { count, grouped, type Hidden, type ListQuery, listOrders, type Page, sessionStates } from "@reprise/model";
import { z } from "zod";
import type { Given } from "../given.ts";
import { scopeInput, scopeOf, scopeWords } from "../scope.ts";
import { sessionText } from "../session-text.ts";
import { type Tool, toolOf } from "../tool.ts";

const MOST_SESSIONS = 100;

export function listSessions({ agents }: Pick<Given, "agents">): Tool {
  return toolOf({
    name: "list_sessions",
    title: "List sessions",
    description:
      "Lists coding-agent sessions on this machine, newest first: id, state, title, tags, time, folder. " +
      'By default those of the current project; scope "all" lists every project. ' +
      "Says what is hidden and how to include it. Read one with read_session.",
    input: z.strictObject({
      scope: scopeInput,
      agent: z.enum(agents).optional().describe("Only sessions of this agent"),
      state: z
        .enum(sessionStates)
        .optional()
        .describe("Only sessions in this state; interrupted: cut off; stopped: by the user"),
      include: z
        .array(z.enum(["empty", "subagents", "archived", "hidden"]))
        .optional()
        .describe("Also sessions that are left out by default; hidden: by the user"),
      tag: z.string().min(1).max(100).optional().describe("Only sessions with this tag of the user"),
      order: z.enum(listOrders).optional().describe("Last used, largest or most turns first"),
      limit: z.int().min(1).max(MOST_SESSIONS).default(20),
      cursor: z.string().min(1).optional().describe("The cursor that an earlier call with the same arguments gave"),
    }),
    async run({ scope: asked, agent, state, include = [], tag, order, limit, cursor }, { library, workspace }) {
      const scope = scopeOf(asked, workspace);
      const query: ListQuery = {
        scope,
        agent,
        state,
        tag,
        order,
        limit,
        cursor,
        includeEmpty: include.includes("empty"),
        subagents: include.includes("subagents"),
        archived: include.includes("archived"),
        includeHidden: include.includes("hidden"),
      };
      return pageText(await library.list(query), query);
    },
  });
}

const orderWords = { updated: "newest first", size: "largest first", turns: "most turns first" } as const;

function pageText(page: Page, { scope, order = "updated" }: ListQuery): string {
  const { sessions, total, next } = page;
  const some = sessions.length < total ? `${grouped(sessions.length)} of ` : "";
  const hidden = hiddenText(page.hidden);
  return [
    `${some}${count(total, "session")} in ${scopeWords(scope)}, ${orderWords[order]}.`,
    ...(hidden === null ? [] : [hidden]),
    ...(total === 0 && scope !== "all" ? ['To look at every project: scope "all".'] : []),
    "",
    ...sessions.map(sessionText),
    ...(next === null ? [] : ["", `More: the same arguments with cursor ${JSON.stringify(next)}`]),
  ].join("\n");
}

function hiddenText({ empty, subagents, archived, byPerson, unreadable }: Hidden): string | null {
  const parts = [
    empty > 0 ? `${grouped(empty)} without a prompt (include "empty")` : null,
    subagents > 0 ? `${count(subagents, "sub-agent session")} (include "subagents")` : null,
    archived > 0 ? `${grouped(archived)} archived (include "archived")` : null,
    byPerson > 0 ? `${grouped(byPerson)} hidden by the user (include "hidden")` : null,
    unreadable > 0 ? `${count(unreadable, "file")} that cannot be read (\`reprise doctor\` explains)` : null,
  ].filter((part) => part !== null);
  return parts.length === 0 ? null : `Hidden: ${parts.join(", ")}.`;
}
