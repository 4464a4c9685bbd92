import { targetRow } from "../../../kernel/click-zones.ts";
import type { Input } from "../../../kernel/input.ts";
import { actionFor } from "../../../kernel/keys.ts";
import type { Size, Step } from "../../../kernel/screen.ts";
import { editField } from "../../../widgets/field.ts";
import { atTop, isMove, keepInView, rowsBy } from "../../../widgets/scroll.ts";
import type { State, Task } from "../state.ts";
import { choicesOf, type MenuState } from "./menu.ts";
import { menuHeight, menuKeys } from "./menu-view.ts";
import { withFilter } from "./with-filter.ts";

export function pressMenu(state: State, menu: MenuState, input: Input, size: Size): Step<State, Task> {
  const action = input.type === "key" ? actionFor(menuKeys, input.key) : null;
  if (action === "close") return { state: { ...state, over: null } };
  const clicked = input.type === "click" ? targetRow(input.target) : null;
  if (action === "choose" || clicked !== null) {
    const choice = choicesOf(state, menu)[clicked ?? menu.scroll.chosen];
    if (choice === undefined) return { state };
    return withFilter({ ...state, over: null }, choice.filter, choice.commits, size);
  }
  return {
    state: { ...state, over: { kind: "menu", menu: inView(state, moved(menu, input, action, size), size) } },
  };
}

function moved(menu: MenuState, input: Input, action: string | null, size: Size): MenuState {
  const by = input.type === "wheel" ? input.lines : isMove(action) ? rowsBy(action, menuHeight(size)) : 0;
  if (by !== 0) return { ...menu, scroll: { ...menu.scroll, chosen: Math.max(0, menu.scroll.chosen + by) } };
  const field = editField(menu.field, input);
  if (field === null) return menu;
  return field.text === menu.field.text ? { ...menu, field } : { field, scroll: atTop };
}

function inView(state: State, menu: MenuState, size: Size): MenuState {
  const { length } = choicesOf(state, menu);
  return { ...menu, scroll: keepInView(menu.scroll, length, menuHeight(size)) };
}
