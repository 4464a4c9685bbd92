/** The keys of a screen, defined once for dispatch, footer and help. */
interface KeyRow<Action extends string> {
  readonly keys: readonly string[];
  readonly action: Action;
  /** Shown in the footer and the help, such as `search`. */
  readonly label: string;
  /** How the keys are shown; defaults to the first. */
  readonly shown?: string | undefined;
  /** Shown in the help after the label. */
  readonly more?: string | undefined;
  /** Also shown in the footer. */
  readonly isHint?: boolean | undefined;
  /** How the footer shows it, if otherwise: such as a pair of keys. */
  readonly footer?: { readonly key: string; readonly label: string } | undefined;
  /** The lowest weight leaves a narrow footer first; default 0. */
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
  /** `help`: opens all the keys. `rest`: shown only if others did not fit. */
  readonly leadsTo?: "help" | "rest" | undefined;
  /** It does not count yet: an answer to a question that has just appeared. */
  readonly isWaiting?: boolean | undefined;
  /** The key that a click on it presses. */
  readonly press?: string | undefined;
}

/** For a footer. */
export function hintsOf(table: KeyTable<string>): Hint[] {
  return table.flatMap((row): readonly Hint[] => {
    const { weight, action, isHint } = row;
    const press = row.keys[0];
    const shown = row.footer ?? { key: keyOf(row), label: row.label };
    if (isHint) return [{ ...shown, weight, press, leadsTo: action === "help" ? action : undefined }];
    return action === "help" ? [{ key: shownKey(press ?? ""), label: shown.label, press, leadsTo: "rest" }] : [];
  });
}

/** For the help. */
export function hintOf(row: KeyRow<string>): Hint {
  const { label, more } = row;
  return { key: keyOf(row), label: more === undefined ? label : `${label}; ${more}`, press: row.keys[0] };
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
  f2: "F2",
};

function shownKey(key: string): string {
  const control = /^ctrl\+(.)$/.exec(key);
  return control ? `Ctrl-${control[1]?.toUpperCase()}` : (names[key] ?? key);
}
