import { absolute, field, get, needed, routes, text, whole, workspace } from "./route.ts";

const filter = field("list-query");
const filters = {
  agent: filter,
  state: filter,
  since: filter,
  until: filter,
  includeEmpty: filter,
  subagents: filter,
  archived: filter,
  includeHidden: filter,
  tag: filter,
};
const usage = field("usage-query");
const file = text("a file of the session, where two homes have the same id");
const least = { least: 1 };

/** Lists, sessions and figures, for programs and the page: they act on nothing. */
export const sessionRoutes = routes("both", {
  listSessions: get("/sessions", "One page of the sessions on this machine, newest first unless `order` is given", {
    more: "As `list --json`.",
    query: {
      workspace,
      ...filters,
      limit: whole("at most this many rows", { least: 1, most: 1000, byDefault: 50 }),
      order: filter,
      cursor: text("`next` of an earlier page"),
    },
    answer: "list",
    reads: true,
  }),
  readSession: get("/sessions/:id", "One session, or some of its turns", {
    more: "As `show --json`.",
    query: { file, last: whole("only the last turns", least), turns: text("only these, such as 3-5") },
    answer: "show",
    streams: "export",
  }),
  searchSessions: get("/search", "What was said, run or edited: one hit a line", {
    more: "As `search --json`, the best session first; `text` takes filters as the command does.",
    query: {
      text: needed(text("words, all of which must be there")),
      workspace,
      ...filters,
      limit: whole("at most this many hits; 50 if not given, without a limit as events", least),
    },
    lines: "search",
    streams: "search",
  }),
  getUsage: get("/usage", "Tokens, working time, commands and edits by day and by session", {
    more: "As `usage --json`, by days of UTC unless `zone` is given.",
    query: { workspace, agent: usage, zone: usage, since: usage, until: usage },
    answer: "usage",
    reads: true,
  }),
  viewSession: get("/sessions/:id/view", "Some items of a session, long texts cut, and whether there is more", {
    more: "Give one of `last`, `before`, `from` and `turn`.",
    query: {
      file,
      last: text("its last items"),
      before: text("items before this one: its turn and its place in it, such as 3.17"),
      from: text("items from this one on, written the same way"),
      turn: whole("items around the start of this turn", {}),
      item: text("with `turn`: items around this one"),
      count: whole("how many items", { least: 1, most: 500, byDefault: 100 }),
    },
    streams: "view",
    reads: true,
  }),
  findInSession: get("/sessions/:id/find", "Items of a session that contain a text, and how far the search has come", {
    query: { file, text: needed(text("what to find")) },
    streams: "find",
    reads: true,
  }),
  readText: get("/sessions/:id/text", "One long text of an item: a part of it, or all of it to save", {
    query: {
      file,
      turn: needed(whole("of the item", {})),
      item: needed(text("its id")),
      field: needed(text("as a cut of `view` names it")),
      from: whole("where the part starts", { byDefault: 0 }),
      length: whole("characters of the part; the answer is the whole text as a file if not given", {
        least: 1,
        most: 1_000_000,
      }),
    },
    answer: "text-part",
    also: "text/plain",
    reads: true,
  }),
});

/** What a page needs of a library besides. */
export const libraryRoutes = routes("page", {
  findSession: get("/find", "One session, by whatever names it", {
    query: { text: needed(text("an id, a unique prefix, a thread id, a name or a file path")) },
    answer: "session",
  }),
  diagnose: get("/diagnosis", "What is hidden, damaged or unusual", {
    more: "As `doctor`.",
    query: { path: absolute("only files below it; absolute") },
    streams: "finding",
    reads: true,
  }),
  followChanges: get("/changes", "Sessions that change on disk", { query: {}, streams: "changes", live: true }),
  getWarnings: get("/warnings", "What to know although answers stand", {
    query: { after: whole("the last number that the client has", { byDefault: 0 }) },
    answer: "warnings",
  }),
});
