type Env = Readonly<Record<string, string | undefined>>;

/** GNU screen is the terminal. STY stays set inside a tmux started within screen. */
export function isInScreen({ STY, TMUX }: Env): boolean {
  return Boolean(STY) && !TMUX;
}
