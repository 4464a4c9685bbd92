import { signal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { isTyping, isUsedByElement, keyName } from "./key-name.ts";

export interface KeyBinding {
  /** Names as `keyName` makes them: `j`, `G`, `Enter`, `ArrowDown`, `Mod+k`. */
  readonly keys: readonly string[];
  readonly label: string;
  readonly run: () => void;
  /** Works while typing in a field too. */
  readonly isAnywhere?: boolean;
  /** Not listed by `?`. */
  readonly isSecret?: boolean;
}

export interface KeyGroup {
  readonly title: string;
  readonly bindings: readonly KeyBinding[];
}

interface Registered {
  readonly latest: () => KeyGroup;
}

const registered = signal<readonly Registered[]>([]);

/** The keys of everything on the screen, the latest first. */
export function keyGroups(): readonly KeyGroup[] {
  return registered.value.map(({ latest }) => latest()).reverse();
}

/** Keys that work while the caller is on the screen. Later ones win. */
export function useKeys(title: string, bindings: readonly KeyBinding[]): void {
  const group = useRef<KeyGroup>({ title, bindings });
  group.current = { title, bindings };
  useEffect(() => {
    const own: Registered = { latest: () => group.current };
    registered.value = [...registered.peek(), own];
    return () => {
      registered.value = registered.peek().filter((one) => one !== own);
    };
  }, []);
}

export function listenForKeys(): void {
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.isComposing || hasDialog()) return;
    const binding = bindingFor(keyName(event), keyGroups(), event.target);
    if (binding === null) return;
    event.preventDefault();
    binding.run();
  });
}

/** Null if the key means nothing here, or belongs to the element that has the focus. */
function bindingFor(name: string, groups: readonly KeyGroup[], target: EventTarget | null): KeyBinding | null {
  const found = groups.flatMap(({ bindings }) => bindings).find(({ keys }) => keys.includes(name));
  if (found === undefined) return null;
  if (found.isAnywhere === true) return found;
  return isTyping(target) || isUsedByElement(name, target) ? null : found;
}

function hasDialog(): boolean {
  return document.querySelector("dialog[open]") !== null;
}
