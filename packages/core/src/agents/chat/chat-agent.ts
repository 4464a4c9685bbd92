import type { Agent, ChatEvent, ChatInput, ChatPermissions, ChatUsage } from "@reprise/model";
import type { z } from "zod";
import type { Host } from "../../host/host.ts";

/**
 * An agent for programs: one process a turn, the message in, events out. `createCommand` and `createStdoutMapper` are pure,
 * so any sandbox can run them.
 */
export interface ChatAgent<Input extends ChatInput = ChatInput> {
  readonly agent: Agent;
  /** Display name. */
  readonly title: string;
  /** The program's name on the path. */
  readonly program: string;
  /** Who gives its usual models, as `gen_ai.provider.name` of OpenTelemetry has it. Absent: anybody. */
  readonly vendor?: string | undefined;
  /** Checks a message. Extend it for more fields. */
  readonly requestSchema: z.ZodType<Input>;
  readonly home: ChatHome;
  /** Throws `SessionError` with `bad-use` for what cannot reach the agent unchanged, such as an id of another shape. */
  createCommand(turn: ChatCommandTurn<Input>): ChatCommand;
  createStdoutMapper(turn: ChatMapperTurn<Input>): StdoutMapper;
}

export interface ChatCommandTurn<Input extends ChatInput = ChatInput> {
  readonly input: Input;
  /** The id of a new conversation, for agents that take one; any UUID. */
  readonly newId: string;
  /** Absolute, where the command runs. */
  readonly workspace: string;
  readonly home: string;
  readonly permissions: ChatPermissions;
  /** The environment of the command, for variables that it adds to. Default: none. */
  readonly env?: Readonly<Record<string, string | undefined>> | undefined;
  /** The installed release; null if unknown. */
  readonly release?: string | null | undefined;
}

/** The message is never part of `args` or `env`. */
export interface ChatCommand {
  readonly program: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** For stdin. */
  readonly input: string;
  /** Written below `home` before the command starts. */
  readonly files: readonly { readonly path: string; readonly text: string }[];
}

export interface ChatMapperTurn<Input extends ChatInput = ChatInput> {
  readonly input: Input;
  /** Tokens of the conversation before this turn, for agents that report sums. */
  readonly usageBefore?: ChatUsage | null | undefined;
}

/** Bytes of stdout, in any pieces, become events. */
export interface StdoutMapper {
  push(bytes: Uint8Array): readonly ChatEvent[];
  /** After the last byte; ends with `result`. */
  flush(end: ProcessEnd): readonly ChatEvent[];
  /** The agent opened another conversation than asked for: it should be stopped. */
  readonly isOtherSession: boolean;
  /** Tokens of the whole conversation so far, if the agent reports them; for the next turn's `usageBefore`. */
  readonly usageSoFar: ChatUsage | null;
}

export interface ProcessEnd {
  readonly code: number | null;
  readonly signal: string | null;
  /** The end of its stderr. */
  readonly stderr: string;
  /** Why we stopped it; null if it ended by itself. */
  readonly stopped: "cancelled" | "shutdown" | "time-limit" | "output-limit" | null;
}

/** The agent's own folders. Paths are relative to the home of the sandbox. */
export interface ChatHome {
  /** Makes the agent use this home, for its sessions and its configuration. */
  env(home: string): Readonly<Record<string, string>>;
  /** Files and folders that hold sessions: what travels between sandboxes. */
  readonly sessions: readonly string[];
  /** What it makes again if it is missing, but which takes a while: files in a folder of the home. */
  readonly databases?: { readonly folder: string; readonly isOne: (name: string) => boolean } | undefined;
  /** Sign-in and configuration of the person, taken over into a local home. */
  personal(host: Pick<Host, "env" | "homeFolder">): readonly PersonalFile[];
  /**
   * What a file of the conversation records, for agents whose output does not say it. Null: this file is not of the
   * conversation.
   */
  readonly recorded?: ((file: RecordedFile, session: string) => Promise<RecordedChat | null>) | undefined;
  /** Environment variables with keys and configuration, passed on to a sandbox. */
  readonly variables: readonly string[];
}

/** Null: nothing yet. */
export interface RecordedChat {
  /** Of the latest turn. */
  readonly model: string | null;
  /** Tokens of the whole conversation, for agents that report sums. */
  readonly usage: ChatUsage | null;
}

export interface RecordedFile {
  readonly path: string;
  bytes(): AsyncIterable<Uint8Array>;
}

export interface PersonalFile {
  /** Absolute, on this machine; may be missing. A folder stands for everything in it. */
  readonly from: string;
  readonly to: string;
  /** `link`: the agent replaces it when a sign-in is renewed, and a copy would then invalidate the person's own. */
  readonly how: "copy" | "link";
}
