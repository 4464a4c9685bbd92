/** User input at the terminal. */
export type Input =
  | {
      readonly type: "key";
      /** As named in key tables: `up`, `pageDown`, `ctrl+c`, `a`, `A`, `enter`. */
      readonly key: string;
      /** The text the key types; null if none. */
      readonly text: string | null;
    }
  | { readonly type: "paste"; readonly text: string }
  /** Negative scrolls up. */
  | { readonly type: "wheel"; readonly lines: number }
  | { readonly type: "resize" };

const ownTypes: ReadonlySet<string> = new Set(["key", "paste", "wheel", "resize"]);

export function isInput(event: { readonly type: string }): event is Input {
  return ownTypes.has(event.type);
}
