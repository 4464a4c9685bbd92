/** What is known of a file at one moment. `there`: it was there, with what in it is not known. */
export type Content =
  | {
      readonly kind: "known";
      readonly text: string;
      /** `commit`: it rests on the recorded commit, so on nothing having been changed between that and the session. */
      readonly from: "now" | "session" | "commit";
    }
  | { readonly kind: "absent" }
  | { readonly kind: "there" }
  | { readonly kind: "unknown" };

export const absent: Content = { kind: "absent" };
export const there: Content = { kind: "there" };
export const unknown: Content = { kind: "unknown" };
