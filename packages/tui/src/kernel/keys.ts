/** What keys mean on a screen, said once: dispatch, footer and help are made from it. */
export interface KeyRow<Action extends string> {
  readonly keys: readonly string[];
  readonly action: Action;
  /** In the footer and the help, such as `search`. */
  readonly label: string;
  /** How the keys are shown; the first of them when it is not said. */
  readonly shown?: string | undefined;
  /** In the footer too, not only in the help. */
  readonly isHint?: boolean | undefined;
}

export type KeyTable<Action extends string> = readonly KeyRow<Action>[];

export function actionFor<Action extends string>(table: KeyTable<Action>, key: string): Action | null {
  return table.find(({ keys }) => keys.includes(key))?.action ?? null;
}

export interface Hint {
  readonly key: string;
  readonly label: string;
}

export function hintsOf(table: KeyTable<string>): Hint[] {
  return table.flatMap((row) => (row.isHint ? [hintOf(row)] : []));
}

export function hintOf({ keys, shown, label }: KeyRow<string>): Hint {
  return { key: shown ?? shownKey(keys[0] ?? ""), label };
}

const names: Readonly<Record<string, string>> = {
  up: "↑",
  down: "↓",
  left: "←",
  right: "→",
  enter: "Enter",
  escape: "Esc",
  pageUp: "PgUp",
  pageDown: "PgDn",
  home: "Home",
  end: "End",
  tab: "Tab",
  space: "Space",
};

function shownKey(key: string): string {
  const control = /^ctrl\+(.)$/.exec(key);
  return control ? `Ctrl-${control[1]?.toUpperCase()}` : (names[key] ?? key);
}
