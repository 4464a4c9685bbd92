/** A key, or keys pressed together, as people know them. */
export function Key({ name }: { readonly name: string }) {
  return <kbd>{shown(name)}</kbd>;
}

const isMac = globalThis.navigator?.platform.startsWith("Mac") ?? false;
const words: Readonly<Record<string, string>> = {
  ArrowUp: "↑",
  ArrowDown: "↓",
  ArrowLeft: "←",
  ArrowRight: "→",
  Escape: "Esc",
  " ": "Space",
};

function shown(name: string): string {
  const [last = "", ...modifiers] = name.split("+").reverse();
  const before = modifiers.map((one) => (one === "Mod" ? (isMac ? "⌘" : "Ctrl-") : `${one}-`)).join("");
  return before + (words[last] ?? (modifiers.length > 0 ? last.toUpperCase() : last));
}
