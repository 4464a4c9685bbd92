import { count, exactLine, type Hit, hitPlace, reachWords, type SearchQuery, snippetText } from "@reprise/model";
import { z } from "zod";
import type { Given } from "../given.ts";
import { scopeInput, scopeOf, scopeWords } from "../scope.ts";
import { titleText } from "../session-text.ts";
import { SnippetCheck } from "../snippet-check.ts";
import { type Tool, toolOf } from "../tool.ts";

const MOST_HITS = 100;

export function searchSessions({ agents }: Pick<Given, "agents">): Tool {
  return toolOf({
    name: "search_sessions",
    title: "Search sessions",
    description:
      'Finds what was said, run or edited in coding-agent sessions: words, or parts of them, anywhere in one session; "quotes" keep a phrase together. ' +
      "Sessions with all words in one item come first. Filters are words too: agent:AGENT state:interrupted since:7d tag:TAG path:src/ tool:apply_patch. " +
      'By default in the current project; scope "all" searches every project. ' +
      "Gives session id, turn and a snippet; read_session with from shows the turn.",
    input: z.strictObject({
      text: z.string().min(1).max(1000).describe("Words to find"),
      scope: scopeInput,
      agent: z.enum(agents).optional().describe("Only sessions of this agent"),
      limit: z.int().min(1).max(MOST_HITS).default(20).describe("The most hits"),
    }),
    async run({ text, scope: asked, agent, limit }, given, signal) {
      const scope = scopeOf(asked, given.workspace);
      const hits: Hit[] = [];
      // One more shows whether there are more.
      const query: SearchQuery = { scope, agent, limit: limit + 1 };
      for await (const hit of given.library.search(text, query, { signal })) hits.push(hit);
      signal.throwIfAborted();
      return hitsText(hits, { limit, scope }, new SnippetCheck(given));
    },
  });
}

async function hitsText(
  hits: readonly Hit[],
  { limit, scope }: { limit: number; scope: SearchQuery["scope"] },
  check: SnippetCheck,
): Promise<string> {
  const shown = hits.slice(0, limit);
  const sessions = new Set(shown.map(({ session }) => session)).size;
  const lines = [`${count(shown.length, "hit")} in ${count(sessions, "session")} of ${scopeWords(scope)}.`];
  if (shown.length === 0 && scope !== "all") lines.push('To search every project: scope "all".');
  let current: string | null = null;
  for (const hit of shown) {
    if (hit.session !== current)
      lines.push("", `${exactLine(hit.session)} · ${titleText({ name: null, title: hit.title })}`);
    current = hit.session;
    const reach = reachWords(hit) === "" ? "" : ` · ${reachWords(hit)}`;
    const at = hit.at === null ? "" : ` · ${hit.at}`;
    // The heading has it, made safe as a whole.
    if (hit.kind === "title") {
      lines.push(`  ${hitPlace(hit)}`);
      continue;
    }
    const snippet = (await check.isFreeOfSecrets(hit))
      ? snippetText(hit).trim()
      : "(not shown: a secret is in it or next to it; read_session shows the rest)";
    lines.push(`  ${hitPlace(hit)}${reach}${at}`, `    ${snippet}`);
  }
  if (hits.length > limit) lines.push("", `There are more: raise limit (at most ${MOST_HITS}) or add words.`);
  return lines.join("\n");
}
