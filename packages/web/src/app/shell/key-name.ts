/** `Mod` is Ctrl, or ⌘ on a Mac. Shift is part of a character: `G`, `?`. */
export function keyName({
  key,
  ctrlKey,
  metaKey,
  altKey,
  shiftKey,
}: Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey" | "shiftKey">): string {
  const isCharacter = [...key].length === 1;
  const shift = shiftKey && !isCharacter ? "Shift+" : "";
  const last = isCharacter && (ctrlKey || metaKey) ? key.toLowerCase() : key;
  return `${ctrlKey || metaKey ? "Mod+" : ""}${altKey ? "Alt+" : ""}${shift}${last}`;
}

/** Letters go into the field that has the focus. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target.matches("textarea, select")) return true;
  return target.matches("input:not([type=checkbox], [type=radio], [type=button])");
}

/** Enter and Space press the button or follow the link that has the focus; arrows move in a group of choices. */
export function isUsedByElement(name: string, target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (name === "Enter") return target.matches("a[href], button, summary");
  if (name === " ") return target.matches("button, summary, input");
  return name.startsWith("Arrow") && target.matches("input[type=radio]");
}
