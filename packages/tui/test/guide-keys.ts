import { hintOf, type KeyTable } from "../src/kernel/keys.ts";
import { helpKeys } from "../src/screens/help/index.ts";
import { askingKeys } from "../src/screens/live/asking/keys.ts";
import { liveKeys } from "../src/screens/live/keys.ts";
import { keys as projectKeys } from "../src/screens/project/keys.ts";
import { keys as projectsKeys, searchKeys as projectsSearchKeys } from "../src/screens/projects/keys.ts";
import { keys as restoreKeys } from "../src/screens/restore/keys.ts";
import { menuKeys } from "../src/screens/review/filter/menu-view.ts";
import { keys as reviewKeys, searchKeys as reviewSearchKeys } from "../src/screens/review/keys.ts";
import { questionKeys, refusedKeys } from "../src/screens/review/question.ts";
import { offerKeys, searchKeys, sessionsKeys } from "../src/screens/sessions/keys.ts";
import { agentsKeys, panelKeys, tidyFieldKeys, tidyKeys, warningsKeys } from "../src/screens/sessions/panel/keys.ts";
import { keys as statusKeys } from "../src/screens/status/keys.ts";
import { damageKeys, typingKeys, viewerKeys } from "../src/screens/viewer/keys.ts";
import { diffKeys, sessionDiffKeys } from "../src/widgets/diff/keys.ts";

/** Every table of keys of every screen, as the guide calls them. */
export const tables: readonly (readonly [title: string, KeyTable<string>])[] = [
  ["Sessions", sessionsKeys],
  ["Sessions, while a search is typed", searchKeys],
  ["Sessions, in the filter", panelKeys],
  ["Sessions, where one is tidied up", tidyKeys],
  ["Sessions, while a name or tags are typed", tidyFieldKeys],
  ["Sessions, when a new one is begun", agentsKeys],
  ["Sessions, where warnings are shown", warningsKeys],
  ["Sessions, when an interrupted one is offered", offerKeys],
  ["Session viewer", viewerKeys],
  ["Session viewer, while a search is typed", typingKeys],
  ["Session viewer, where damage is listed", damageKeys],
  ["Plan", restoreKeys],
  ["Live session", liveKeys],
  ["Live session, when the agent asks", askingKeys],
  ["Changes of a session", sessionDiffKeys],
  ["Interrupted and running", statusKeys],
  ["Projects", projectsKeys],
  ["Projects, while a search is typed", projectsSearchKeys],
  ["Project", projectKeys],
  ["Review", reviewKeys],
  ["Review, while a search is typed", reviewSearchKeys],
  ["Review, when a question is asked", questionKeys],
  ["Review, when a resume was refused", refusedKeys],
  ["Review, in the filter", menuKeys],
  ["Review, in the diff", diffKeys],
  ["Help", helpKeys],
];

const start = /<!-- keys: [^\n]*-->\n/;
const end = "<!-- /keys -->";

/** The guide with its tables of keys as they are now. */
export function withKeys(guide: string): string {
  const opened = start.exec(guide);
  const closedAt = guide.indexOf(end);
  if (opened === null || closedAt < opened.index) throw new Error("The guide has no place for the keys.");
  return guide.slice(0, opened.index) + opened[0] + keysText() + guide.slice(closedAt);
}

function keysText(): string {
  return tables.map(([title, table]) => `| ${title} | |\n|---|---|\n${table.map(rowOf).join("")}\n`).join("");
}

function rowOf(row: KeyTable<string>[number]): string {
  const { key, label } = hintOf(row);
  return `| ${escaped(key)} | ${escaped(label)} |\n`;
}

function escaped(text: string): string {
  return text.replace(/[|\\_[\]<>*`]/g, "\\$&");
}
