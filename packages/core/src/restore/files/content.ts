/** `there`: it existed with unknown content. */
export type Content =
  | {
      readonly kind: "known";
      readonly text: string;
      /** `commit`: assumes nothing changed between the recorded commit and the session. */
      readonly from: "now" | "session" | "commit";
    }
  | { readonly kind: "absent" }
  | { readonly kind: "there" }
  | { readonly kind: "unknown" };

export const absent: Content = { kind: "absent" };
export const there: Content = { kind: "there" };
export const unknown: Content = { kind: "unknown" };
