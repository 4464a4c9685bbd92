/**
 * The words of Reprise: values, ids, contracts, and how things are said. No I/O: all of it runs in a browser too.
 * Nouns are files of this folder (session.ts, transcript.ts, run.ts, restore.ts), and so are the contracts that faces are given:
 * library.ts, runner.ts, projects.ts, reviews.ts, chats.ts, tenants.ts; that of the workbench is workbench/workbench.ts.
 *
 * - what state a session is in, what is counted and offered: session-state.ts, status-counts.ts (the words: docs/language.md)
 * - every value, its type and its JSON: schema/, then `npm run docs`; bodies of requests: schema/http-runner.ts, schema/http-projects.ts,
 *   schema/http-reviews.ts; events of a chat: schema/chat.ts; parts of a long session: schema/view.ts
 * - every HTTP route, as data: routes/
 * - what is asked before a plan is carried out, and what a yes grants: consent/, then the table in docs/security.md
 * - what a plan says: plan-words/; what a run shows, and how it ended: run-view/; how everything else is worded: words/
 * - what an item looks like, and which texts it has: present/
 * - what a question about an agent's request shows: words/request-parts.ts, words/request-rows.ts; text as it is: text/exact-text.ts
 * - when a key can answer that question: runs/answer-guard.ts
 * - what a line in a conversation means, and which commands there are: words/conversation-line.ts; `@file` in it: mentions/
 * - what can be typed into a search, and how texts are compared: search/
 * - what a name or a tag may be, how a change is made and undone: annotations/
 * - what usage counts by day and by session: usage/usage-of.ts
 * - which review comments are left by a filter and chosen, and the prompt about them: review/filter.ts, review/choice.ts, review/prompt.ts
 * - what counts as changed for a comment, and what a reply says: review/report.ts, review/reply-draft.ts
 * - what the workbench knows, saves and sends to pages: schema/workbench.ts, workbench/saved-state.ts (the fold of its changes)
 */

export * from "./agent-traits.ts";
export * from "./annotations/annotations.ts";
export * from "./annotations/change-annotation.ts";
export * from "./annotations/count-tags.ts";
export * from "./annotations/session-name.ts";
export * from "./annotations/tag.ts";
export * from "./annotations/take-back.ts";
export * from "./bundle.ts";
export * from "./chats.ts";
export * from "./consent/index.ts";
export * from "./error.ts";
export * from "./files.ts";
export * from "./ids.ts";
export * from "./library.ts";
export * from "./mentions/file-mention.ts";
export * from "./mentions/image-path.ts";
export * from "./mentions/matching-files.ts";
export * from "./permissions.ts";
export * from "./plan-words/index.ts";
export * from "./present/index.ts";
export * from "./projects.ts";
export * from "./prompt.ts";
export * from "./restore.ts";
export * from "./review/choice.ts";
export * from "./review/comment-lines.ts";
export * from "./review/filter.ts";
export * from "./review/order.ts";
export * from "./review/prompt.ts";
export * from "./review/reply-draft.ts";
export * from "./review/report.ts";
export * from "./reviews.ts";
export * from "./run.ts";
export * from "./run-view/index.ts";
export * from "./runner.ts";
export * from "./runs/answer-guard.ts";
export * from "./runs/controlled-run.ts";
export * from "./runs/draft.ts";
export * from "./runs/end-reason.ts";
export * from "./runs/event-log.ts";
export * from "./runs/prompt-queue.ts";
export * from "./runs/restore-batch.ts";
export * from "./search/fold.ts";
export * from "./search/letters.ts";
export * from "./search/marker.ts";
export * from "./search/parse-search.ts";
export * from "./search/search-rows.ts";
export * from "./search/search-term.ts";
export * from "./search/search-time.ts";
export * from "./session.ts";
export * from "./session-names.ts";
export * from "./session-state.ts";
export * from "./shape.ts";
export * from "./status-counts.ts";
export * from "./tenants.ts";
export * from "./text/bytes.ts";
export * from "./text/clock.ts";
export * from "./text/count.ts";
export * from "./text/estimated-tokens.ts";
export * from "./text/exact-text.ts";
export * from "./text/items-around.ts";
export * from "./text/json-text.ts";
export * from "./text/markdown-text.ts";
export * from "./text/nearest.ts";
export * from "./text/parse-json.ts";
export * from "./text/safe-text.ts";
export * from "./text/search-words.ts";
export * from "./text/slow-markdown.ts";
export * from "./tour.ts";
export * from "./transcript.ts";
export * from "./usage/day-in-zone.ts";
export * from "./usage/figures.ts";
export * from "./usage/group-usage.ts";
export * from "./usage/usage.ts";
export * from "./usage/usage-of.ts";
export * from "./views.ts";
export * from "./words/ailment-text.ts";
export * from "./words/comment-outcome-words.ts";
export * from "./words/conversation-line.ts";
export * from "./words/damage-words.ts";
export * from "./words/decision-words.ts";
export * from "./words/doing-line.ts";
export * from "./words/model-wish.ts";
export * from "./words/not-shown.ts";
export * from "./words/offer-words.ts";
export * from "./words/outcome-words.ts";
export * from "./words/project-words.ts";
export * from "./words/recap.ts";
export * from "./words/recorded-diff.ts";
export * from "./words/request-parts.ts";
export * from "./words/request-rows.ts";
export * from "./words/session-words.ts";
export * from "./words/setting-words.ts";
export * from "./words/snippet-text.ts";
export * from "./words/written-words.ts";
export * from "./workbench/index.ts";
export * from "./workspace-manifest.ts";
