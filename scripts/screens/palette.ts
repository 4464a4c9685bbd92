/** The colours of a terminal: what everything is drawn in, what it stands on, and the sixteen. */
export interface Palette {
  readonly ink: string;
  readonly ground: string;
  readonly sixteen: readonly string[];
  /** Letters in another of the sixteen than they were captured in. */
  readonly letters: Readonly<Record<number, number>>;
}

export const dark: Palette = {
  ink: "#d4d4d4",
  ground: "#1e1e1e",
  sixteen: [
    ...["#000000", "#cd3131", "#0dbc79", "#e5e510", "#2472c8", "#bc3fbc", "#11a8cd", "#e5e5e5"],
    ...["#666666", "#f14c4c", "#23d18b", "#f5f543", "#3b8eea", "#d670d6", "#29b8db", "#e5e5e5"],
  ],
  letters: {},
};

export const light: Palette = {
  ink: "#333333",
  ground: "#ffffff",
  sixteen: [
    ...["#000000", "#cd3131", "#107c10", "#949800", "#0451a5", "#bc05bc", "#0598bc", "#555555"],
    ...["#666666", "#cd3131", "#14ce14", "#b5ba00", "#0451a5", "#bc05bc", "#0598bc", "#a5a5a5"],
  ],
  // As the app writes where the terminal says that it is light: no green, yellow or cyan.
  letters: { 2: 4, 3: 5, 6: 4 },
};
