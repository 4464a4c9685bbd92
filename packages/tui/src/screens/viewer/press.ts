import { type Damage, damageWords, itemPlainText } from "@reprise/model";
import { targetAction, targetRow } from "../../kernel/click-zones.ts";
import type { Input } from "../../kernel/input.ts";
import { actionFor, hintOf } from "../../kernel/keys.ts";
import type { Size, Step } from "../../kernel/screen.ts";
import { agentItself } from "../../widgets/agent-itself.ts";
import { editField } from "../../widgets/field.ts";
import { isMove, type Move, rowsBy, topWithin } from "../../widgets/scroll.ts";
import { act, actionCount, forkHere } from "./actions.ts";
import { findHeld, findNext, searchFor, stopOf } from "./find/find-next.ts";
import { damageKeys, typingKeys, type ViewerAction, viewerKeys } from "./keys.ts";
import { blockUnder, bodyHeight, damageHeight, goTo, inView, moveCursor, scrollBy, shownOf } from "./rows/move.ts";
import { turnAt } from "./rows/row-position.ts";
import { toggleAll, toggleFold } from "./rows/toggle-fold.ts";
import type { Goal, ViewerState, ViewerTask } from "./state.ts";

type ViewerStep = Step<ViewerState, ViewerTask>;
type KeyInput = Input & { readonly type: "key" };
type Click = Input & { readonly type: "click" };

export function press(state: ViewerState, input: KeyInput, size: Size): ViewerStep {
  const action = actionFor(viewerKeys, input.key);
  // Retry a failed read only if nothing else is shown.
  const goal = state.problem !== null && state.turns.length > 0 ? null : state.goal;
  const clean = { ...state, notice: null, problem: null, goal, ahead: null };
  if (state.damageTop !== null) return { state: inDamage(clean, input.key, size) };
  if (action === null) return { state: clean };
  if (state.turns.length === 0 && state.loading && needsRows.has(action)) return { state: { ...clean, ahead: action } };
  return does[action](clean, size);
}

const needsRows: ReadonlySet<ViewerAction> = new Set([
  "up",
  "down",
  "half-page-up",
  "half-page-down",
  "page-up",
  "page-down",
  "previous-turn",
  "next-turn",
  "fold",
  "copy",
  "fork",
]);

/** Runs the key pressed before there were rows. */
export function catchUp(state: ViewerState, size: Size): ViewerStep {
  const { ahead } = state;
  if (ahead === null || state.turns.length === 0 || state.goal) return { state };
  return does[ahead]({ ...state, ahead: null }, size);
}

const does: Readonly<Record<ViewerAction, (state: ViewerState, size: Size) => ViewerStep>> = {
  up: (state, size) => ({ state: moveCursor(state, -1, size) }),
  down: (state, size) => ({ state: moveCursor(state, 1, size) }),
  "page-up": (state, size) => ({ state: scrolled(state, "page-up", size) }),
  "page-down": (state, size) => ({ state: scrolled(state, "page-down", size) }),
  "half-page-up": (state, size) => ({ state: scrolled(state, "half-page-up", size) }),
  "half-page-down": (state, size) => ({ state: scrolled(state, "half-page-down", size) }),
  top: (state, size) => ({ state: head(state, { type: "start" }, size) }),
  bottom: (state, size) => ({ state: head(state, { type: "end" }, size) }),
  "previous-turn": (state, size) => ({ state: turnBefore(state, size) }),
  "next-turn": (state, size) => ({ state: turnAfter(state, size) }),
  search: (state) => ({ state: beginTyping(state) }),
  "next-match": (state, size) => ({ state: findNext(state, "next", size) }),
  "previous-match": (state, size) => ({ state: findNext(state, "previous", size) }),
  fold: (state, size) => ({ state: toggleFold(state, size) }),
  "fold-all": (state, size) => ({ state: toggleAll(state, size) }),
  copy: (state) => copyItem(state),
  "copy-id": (state) => ({
    state: { ...state, notice: `Copied ${state.session.shortId}.` },
    tasks: [{ type: "copy", text: state.session.shortId }],
  }),
  "copy-command": (state) => ({ state, tasks: [{ type: "copy-command", session: state.session }] }),
  "open-agent": (state) => going(state, agentItself(state.session)),
  edit: (state) => ({ state, go: { outside: (world) => world.openInEditor(state.session) } }),
  fork: (state) => going(state, forkHere(state)),
  damage: (state) => showDamage(state),
  act: (state) => going(state, act(state)),
  "next-action": (state) => ({ state: { ...state, action: (state.action + 1) % actionCount } }),
  "previous-action": (state) => ({
    state: { ...state, action: (state.action + actionCount - 1) % actionCount },
  }),
  help: (state) => ({
    state,
    go: { to: { screen: "help", title: "Session viewer", sections: helpSections } },
  }),
  back: (state) => ({ state, tasks: stopOf(state.search), go: { back: true } }),
  escape: (state) => ({ state, tasks: stopOf(state.search), go: { escape: true } }),
};

const helpSections = [
  { title: "Keys", hints: viewerKeys.map(hintOf) },
  { title: "While a search is typed", hints: typingKeys.map(hintOf) },
  { title: "Where damage is listed", hints: damageKeys.map(hintOf) },
];

/** Pages scroll the view, one row of a whole page stays; the cursor keeps its line, as in vim. */
function scrolled(state: ViewerState, move: Move, size: Size): ViewerState {
  const height = bodyHeight(size);
  const rows = rowsBy(move, move.startsWith("half") ? height : Math.max(1, height - 1));
  const moved = scrollBy(state, rows, size);
  // At either end the view cannot scroll, so move the cursor.
  return moved.top === state.top ? moveCursor(state, rows, size) : moved;
}

function head(state: ViewerState, goal: Goal, size: Size): ViewerState {
  return goTo(state, goal, size) ?? { ...state, goal };
}

/** The start of this turn first, then the previous turn. */
function turnBefore(state: ViewerState, size: Size): ViewerState {
  const { turn, block } = state.cursor;
  const wanted = block === 0 ? turn - 1 : turn;
  return wanted < state.firstTurn && (state.holdsFirst || wanted < 0)
    ? head(state, { type: "start" }, size)
    : head(state, { type: "turn", turn: Math.max(0, wanted) }, size);
}

function turnAfter(state: ViewerState, size: Size): ViewerState {
  const next = state.cursor.turn + 1;
  const last = Math.max(state.session.turnCount, state.turns.at(-1)?.number ?? 0);
  return head(state, next > last ? { type: "end" } : { type: "turn", turn: next }, size);
}

function beginTyping(state: ViewerState): ViewerState {
  const { text } = state.search;
  return { ...state, typing: { field: { text, cursor: text.length }, top: state.top, cursor: state.cursor } };
}

/** Places the cursor; on a folded item it unfolds it, a second click folds or unfolds any. On an action it runs that. */
export function clicked(before: ViewerState, { target, isAgain }: Click, size: Size): ViewerStep {
  const state = { ...before, notice: null, problem: null, ahead: null };
  const action = targetAction(target);
  if (action !== null && state.damageTop === null) return does.act({ ...state, action }, size);
  const row = targetRow(target);
  const position = row === null ? undefined : shownOf(state, size)?.places[row];
  if (position === undefined || state.damageTop !== null) return { state };
  const here = inView({ ...state, cursor: position }, size, "top");
  const isFoldedThere = blockUnder(here)?.isFolded === true;
  return { state: isFoldedThere || (isAgain && isOnItem(here)) ? toggleFold(here, size) : here };
}

function isOnItem(state: ViewerState): boolean {
  return blockUnder(state)?.block.kind === "item";
}

/** A key while typing a search. */
export function typed(state: ViewerState, input: Input, size: Size): ViewerStep {
  const { typing } = state;
  if (!typing) return { state };
  const action = input.type === "key" ? actionFor(typingKeys, input.key) : null;
  const before = { ...state, typing: null, top: typing.top, cursor: typing.cursor };
  if (action === "restore") return { state: inView(before, size, "top") };
  if (action === "keep") return searchFor({ ...state, typing: null }, typing.field.text.trim(), size);
  const field = editField(typing.field, input);
  if (!field) return { state };
  const again = { ...state, top: typing.top, cursor: typing.cursor, typing: { ...typing, field } };
  return { state: field.text === "" ? inView(again, size, "top") : findHeld(again, field.text, size) };
}

function going(state: ViewerState, way: ReturnType<typeof act>): ViewerStep {
  return "go" in way ? { state, go: way.go } : { state: { ...state, notice: way.whyNot } };
}

function copyItem(state: ViewerState): ViewerStep {
  const under = blockUnder(state)?.block;
  const block = under?.kind === "heading" ? turnAt(state, state.cursor.turn)?.blocks[1] : under;
  if (!block || block.kind === "heading") return { state: { ...state, notice: "There is nothing to copy here." } };
  const text = block.kind === "item" ? itemPlainText(block.item) : damageText(block.damage);
  const what = block.kind === "item" ? `the ${block.item.kind}` : "the damage";
  return { state: { ...state, notice: `Copied ${what}.` }, tasks: [{ type: "copy", text }] };
}

function damageText({ file, line, kind, detail }: Damage): string {
  return `${file}, line ${line}: ${damageWords[kind].wrong}${detail === "" ? "" : ` (${detail})`}`;
}

function showDamage(state: ViewerState): ViewerStep {
  const { damage, session } = state;
  const tasks: ViewerTask[] = damage.length < session.damageCount ? [{ type: "damage", session }] : [];
  if (damage.length === 0 && tasks.length === 0)
    return { state: { ...state, notice: "Everything in this session could be read." } };
  return { state: { ...state, damageTop: 0 }, tasks };
}

function inDamage(state: ViewerState, key: string, size: Size): ViewerState {
  const action = actionFor(damageKeys, key);
  if (isMove(action)) return scrollDamage(state, rowsBy(action, damageHeight(size)), size);
  return action === null ? state : { ...state, damageTop: null };
}

export function scrollDamage(state: ViewerState, rows: number, size: Size): ViewerState {
  const top = topWithin((state.damageTop ?? 0) + rows, state.damage.length, damageHeight(size));
  return { ...state, damageTop: top };
}
