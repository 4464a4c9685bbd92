type Env = Readonly<Record<string, string | undefined>>;

/** GNU screen is the terminal. Its name for a session stays set inside a tmux that is started within it. */
export function isInScreen({ STY, TMUX }: Env): boolean {
  return Boolean(STY) && !TMUX;
}
