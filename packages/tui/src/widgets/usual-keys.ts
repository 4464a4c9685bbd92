import type { KeyTable } from "../kernel/keys.ts";

/** Keys with one meaning on every screen where nothing is typed. */
export const usualKeys = {
  search: ["/", "s", "S"],
  help: ["?", "h", "H"],
  /** Quits on the first screen. */
  back: ["q", "Q", "ctrl+c"],
  /** One step back; never quits. */
  escape: ["escape"],
  /** What is under the cursor. */
  copy: ["y"],
  /** The command that opens the session in its agent. */
  "copy-command": ["Y"],
  "open-agent": ["o", "O"],
  edit: ["e", "E"],
  scope: ["a", "A"],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type UsualAction = keyof typeof usualKeys;

/** In the help; the footer shows the first key. */
const shown: Readonly<Partial<Record<UsualAction, string>>> = {
  search: "/ s",
  help: "? h",
  back: "q Ctrl-C",
};

interface UsualOptions {
  readonly more?: string | undefined;
  readonly isHint?: boolean | undefined;
  readonly weight?: number | undefined;
}

/** The row of a screen's table; `label`: what the screen calls it. */
export function usualKey<Action extends UsualAction>(
  action: Action,
  label: string,
  { isHint = false, more, weight }: UsualOptions = {},
): KeyTable<Action>[number] {
  const keys = usualKeys[action];
  const footer = action === "escape" ? undefined : { key: keys[0], label };
  return { keys, action, label, more, weight, isHint, shown: shown[action], footer };
}
