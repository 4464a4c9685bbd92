import { type Excerpt, itemPlainText, type Window } from "@reprise/model";
import { nodeHost } from "../../src/host/node-host.ts";
import { openLibrary } from "../../src/library.ts";

/** Run in a process of its own, with a small heap: reads an excerpt, and prints what that took. */
interface Order {
  readonly home: string;
  readonly session: string;
  /** Null: only lists the sessions, which fills the catalog. */
  readonly window: Window | null;
  readonly excerpt: Excerpt;
}

const { home, session, window, excerpt } = JSON.parse(process.argv[2] ?? "") as Order;
const library = openLibrary(nodeHost(), { homes: { codex: [home], claude: [], gemini: [], opencode: [] } });
const { sessions } = await library.list({ scope: "all" });
if (window === null) {
  console.log(JSON.stringify(sessions.map(({ id, turnCount, state }) => ({ id, turnCount, state }))));
} else {
  let longestPauseMs = 0;
  let ticked = performance.now();
  const tick = setInterval(() => {
    longestPauseMs = Math.max(longestPauseMs, performance.now() - ticked);
    ticked = performance.now();
  }, 1);
  const startedAt = performance.now();
  const { turns } = await library.read(session as never, window, { excerpt });
  const read = [];
  for await (const { number, state, items } of turns)
    read.push({
      number,
      state,
      items: items.map((item) => ({ id: item.id, text: itemPlainText(item).slice(0, 200) })),
    });
  const tookMs = performance.now() - startedAt;
  longestPauseMs = Math.max(longestPauseMs, performance.now() - ticked);
  clearInterval(tick);
  const maxRssBytes = process.resourceUsage().maxRSS * 1024;
  console.log(JSON.stringify({ read, tookMs, longestPauseMs, maxRssBytes }));
}
library.close();
