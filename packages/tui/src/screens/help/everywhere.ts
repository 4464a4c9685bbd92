import type { HelpSection } from "../../kernel/route.ts";

/** Keys of the app itself, on every screen. */
export const everywhere: HelpSection = {
  title: "On every screen",
  hints: [
    { key: "F2", label: "give the mouse to the terminal, to select text; again takes it back", press: "f2" },
    { key: "Ctrl-Z", label: "suspend; fg returns", press: "ctrl+z" },
  ],
  text: "A click on a row selects it, a second one opens it. A click on a key or an action does it; the wheel scrolls.",
};
