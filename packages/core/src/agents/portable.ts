import type { Timestamp } from "@reprise/model";

/**
 * History that any agent can be told. A call and its output are one item: there is no call without an answer and no
 * answer without a call. It holds nothing that only one vendor can read, no lone surrogate, no NUL and no image.
 */
export type PortableItem = { readonly at: Timestamp | null } & (
  | { readonly kind: "user"; readonly text: string }
  | { readonly kind: "assistant"; readonly text: string }
  | {
      readonly kind: "call";
      /** Unique in its history; letters, digits, `_` and `-`, at most 40. */
      readonly id: string;
      readonly call: PortableCall;
      readonly output: string;
      readonly hasFailed: boolean;
    }
);

export type PortableCall =
  | { readonly tool: "command"; readonly command: string }
  /** In the words of `*** Begin Patch`. */
  | { readonly tool: "edit"; readonly patch: string }
  /** The name has letters, digits, `_` and `-` only, at most 64. */
  | { readonly tool: "other"; readonly name: string; readonly input: Readonly<Record<string, unknown>> };
