/** What keys mean on a screen, said once: dispatch, footer and help are made from it. */
interface KeyRow<Action extends string> {
  readonly keys: readonly string[];
  readonly action: Action;
  /** In the footer and the help, such as `search`. */
  readonly label: string;
  /** How the keys are shown; the first of them when it is not said. */
  readonly shown?: string | undefined;
  /** In the help, behind the label. */
  readonly more?: string | undefined;
  /** In the footer too, not only in the help. */
  readonly isHint?: boolean | undefined;
  /** The less, the sooner it goes from a footer that has no room for all; 0 when it is not said. */
  readonly weight?: number | undefined;
}

export type KeyTable<Action extends string> = readonly KeyRow<Action>[];

export function actionFor<Action extends string>(table: KeyTable<Action>, key: string): Action | null {
  return table.find(({ keys }) => keys.includes(key))?.action ?? null;
}

export interface Hint {
  readonly key: string;
  readonly label: string;
  readonly weight?: number | undefined;
  /** `help`: leads to all the keys. `rest`: only shown where others had to go. */
  readonly leadsTo?: "help" | "rest" | undefined;
}

/** For a footer. */
export function hintsOf(table: KeyTable<string>): Hint[] {
  return table.flatMap((row): readonly Hint[] => {
    const { label, weight, action, isHint } = row;
    if (isHint) return [{ key: keyOf(row), label, weight, leadsTo: action === "help" ? action : undefined }];
    return action === "help" ? [{ key: shownKey(row.keys[0] ?? ""), label, leadsTo: "rest" }] : [];
  });
}

/** For the help. */
export function hintOf(row: KeyRow<string>): Hint {
  const { label, more } = row;
  return { key: keyOf(row), label: more === undefined ? label : `${label}; ${more}` };
}

function keyOf({ keys, shown }: KeyRow<string>): string {
  return shown ?? shownKey(keys[0] ?? "");
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
  f1: "F1",
};

function shownKey(key: string): string {
  const control = /^ctrl\+(.)$/.exec(key);
  return control ? `Ctrl-${control[1]?.toUpperCase()}` : (names[key] ?? key);
}
