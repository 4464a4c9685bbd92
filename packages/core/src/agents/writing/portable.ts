import type { Agent, FileChange, Timestamp } from "@reprise/model";
import type { Attached } from "../attached-text.ts";

/**
 * History that any agent accepts. A call and its output are one item, so neither exists without the other.
 * Contains nothing that only one vendor can read, no lone surrogate, no NUL and no image that a vendor would refuse.
 */
export type PortableItem = { readonly at: Timestamp | null } & (
  | {
      readonly kind: "user";
      /** Empty if there are only attachments. */
      readonly text: string;
      readonly attached?: readonly Attached[] | undefined;
    }
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
  | { readonly tool: "edit"; readonly changes: readonly FileChange[] }
  | {
      readonly tool: "other";
      /** The agent that owns the tool. */
      readonly agent: Agent;
      /** Letters, digits, `_` and `-` only, at most 64. */
      readonly name: string;
      readonly input: Readonly<Record<string, unknown>>;
      /** Null: no other agent has such a tool. */
      readonly meaning: ToolMeaning | null;
    };

/** What an agent's tool does, if other agents have an equivalent. */
export type ReadToolMeaning = (name: string, input: unknown) => ToolMeaning | null;

/** A reading tool's action in agent-neutral terms. */
export type ToolMeaning =
  | {
      readonly does: "read";
      readonly path: string;
      /** The first line, from 1; null: from the start. */
      readonly from: number | null;
      readonly count: number | null;
    }
  | {
      readonly does: "search";
      readonly pattern: string;
      readonly path: string | null;
      /** Glob of files to search. */
      readonly files: string | null;
    }
  | { readonly does: "find"; readonly pattern: string; readonly path: string | null }
  | { readonly does: "list"; readonly path: string };
