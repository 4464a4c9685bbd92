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
  | {
      readonly type: "wheel";
      /** Negative scrolls up. */
      readonly lines: number;
      /** Where the pointer is, from 0. */
      readonly row: number;
      readonly column: number;
    }
  /** The left button was pressed. A click on a key's label arrives as that key instead. */
  | {
      readonly type: "click";
      /** From 0. */
      readonly row: number;
      readonly column: number;
      /** What `clickable` marked there; null if nothing. */
      readonly target: string | null;
      /** The input before was a click on the same target. */
      readonly isAgain: boolean;
    }
  | { readonly type: "resize" };

const ownTypes: ReadonlySet<string> = new Set(["key", "paste", "wheel", "click", "resize"]);

export function isInput(event: { readonly type: string }): event is Input {
  return ownTypes.has(event.type);
}
