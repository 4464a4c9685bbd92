import type { ContractValue } from "../schema/contract.ts";
import type { WireName, WireValue } from "../schema/wire.ts";

/**
 * Who a route is for. `programs`: callers with the token, and not the page. `page`: what only `reprise open` serves. `both`: programs
 * of `reprise serve` and the page. `browser`: how a browser gets in, and what carries its page; an editor has other ways.
 */
export type Caller = "programs" | "page" | "both" | "browser";

/** One parameter of a query. `is: "field"`: of the same name and kind as in a query of the contract. */
export type Parameter = { readonly says?: string; readonly required?: true } & (
  | { readonly is: "text" | "absolute" | "flag" }
  | { readonly is: "whole"; readonly least: number; readonly most?: number; readonly byDefault?: number }
  | { readonly is: "field"; readonly of: "list-query" | "usage-query" }
);

/** What a route takes and gives besides its place. */
export interface Terms {
  /** What else a caller has to know. */
  readonly more?: string;
  /** Others are refused. Absent: the query is not looked at. */
  readonly query?: Readonly<Record<string, Parameter>>;
  readonly headers?: Readonly<Record<string, { readonly says: string; readonly pattern: string }>>;
  readonly body?: WireName | "bytes";
  /** If it may be larger than others. */
  readonly bodyBytes?: number;
  /** With `streams` too, the client chooses by its `Accept`. Neither: an empty object says that it is done. */
  readonly answer?: WireName;
  /** What each event holds. After the last comes `end`, or `error` with the reason. */
  readonly streams?: WireName;
  /** What each line of an answer in NDJSON holds. Whoever accepts events gets what `streams` says, or the same as events. */
  readonly lines?: WireName;
  /** Another type that the answer can have. */
  readonly also?: string;
  /** What a socket takes as messages. */
  readonly socket?: WireName;
  /** Headers of the answer. */
  readonly sends?: Readonly<Record<string, string>>;
  /** Events have numbers: a client continues after the one that its `Last-Event-ID` names. */
  readonly numbered?: true;
  /** Goes on as long as there is something to follow: a client that was cut off comes back. */
  readonly live?: true;
  /** Answers of another kind, by their status: what each is, and its type or the value it holds. */
  readonly replies?: Readonly<Record<number, readonly [says: string, as?: WireName | `${string}/${string}`]>>;
  /** Needs neither token nor cookie. Whatever comes as its query, it answers in its own way. */
  readonly isOpen?: true;
  /** Also for programs with a token of a tenant, for what is the tenant's. */
  readonly forTenants?: true;
  /** Takes one of the places for requests that read much. */
  readonly reads?: true;
  /** Acts also while the server closes. */
  readonly whileClosing?: true;
}

export type Method = "get" | "post" | "patch";

/** One route of the server. The server, its OpenAPI document, the client, docs/http.md and editors all read it here. */
export interface Route extends Terms {
  readonly method: Method;
  /** Such as `/chat/:id`. */
  readonly path: string;
  /** In a sentence or two. */
  readonly says: string;
  readonly for: Caller;
}

/** By the name of each operation. */
export type Routes = Readonly<Record<string, Route>>;
type Table = Readonly<Record<string, Omit<Route, "for">>>;

export function routes<const Who extends Caller, const Some extends Table>(
  caller: Who,
  table: Some,
): { readonly [Name in keyof Some]: Some[Name] & { readonly for: Who } } {
  const entries = Object.entries(table).map(([name, route]) => [name, { ...route, for: caller }]);
  return Object.fromEntries(entries);
}

type Known<Given> = { readonly [Key in keyof Given]: Key extends keyof Terms ? Given[Key] : never };
const on =
  <const How extends Method>(method: How) =>
  <const Path extends string, const Given extends Terms>(path: Path, says: string, terms: Given & Known<Given>) => ({
    method,
    path,
    says,
    ...(terms as Given),
  });
export const get = on("get");
export const post = on("post");
export const patch = on("patch");

export const text = (says: string) => ({ is: "text", says }) as const;
export const absolute = (says: string) => ({ is: "absolute", says }) as const;
export const flag = (says: string) => ({ is: "flag", says }) as const;
type Bounds = { readonly least?: number; readonly most?: number; readonly byDefault?: number };
/** At least 0. */
export const whole = <const Some extends Bounds>(says: string, { least = 0, ...bounds }: Some) => ({
  is: "whole" as const,
  says,
  least,
  ...bounds,
});
export const needed = <Kind extends Parameter>(parameter: Kind) => ({ ...parameter, required: true }) as const;
export const field = <const Of extends "list-query" | "usage-query">(of: Of) => ({ is: "field", of }) as const;

export const workspace = text("only the project of this folder");

/** What a `:part` of a path names, by the word before it. */
const partWords: Readonly<Record<string, string>> = {
  assets: "of a file",
  chat: "the `chat_id`",
  rewinds: "of the rewind",
  runs: "the id of a run",
  sessions: "a session's id, a unique prefix of it, its thread id or its name",
  turns: "from the header `Reprise-Turn`, or the chat",
  workspaces: "of the workspace",
};

export function partsIn(path: string): readonly { readonly name: string; readonly says: string }[] {
  const parts = [...path.matchAll(/(\w+)\/:(\w+)/g)];
  return parts.map(([, before = "", name = ""]) => ({ name, says: partWords[before] ?? "" }));
}

type PartsOf<Path> = Path extends `${string}:${infer Part}/${infer Rest}`
  ? Part | PartsOf<`/${Rest}`>
  : Path extends `${string}:${infer Part}`
    ? Part
    : never;

/** The parts of its path. */
export type ParamsOf<One extends Pick<Route, "path">> = { readonly [Part in PartsOf<One["path"]>]: string };

type ValueOf<Kind, Name> = Kind extends { readonly is: "whole" }
  ? number
  : Kind extends { readonly is: "flag" }
    ? boolean
    : Kind extends { readonly is: "field"; readonly of: infer Of extends "list-query" | "usage-query" }
      ? Exclude<ContractValue<Of>[Name & keyof ContractValue<Of>], undefined>
      : string;
type QueryIn<One> = One extends { readonly query: infer Query } ? Query : Record<never, never>;
type Having<Query, Kind> = { [Name in keyof Query]: Query[Name] extends Kind ? Name : never }[keyof Query];
type Read<Query, Names extends keyof Query, Absent> = { readonly [Name in Names]: ValueOf<Query[Name], Name> } & {
  readonly [Name in Exclude<keyof Query, Names>]?: ValueOf<Query[Name], Name> | Absent;
};
type Needed = { readonly required: true };

/** The query as the server reads it: what has a default is there. */
export type QueryOf<One> = Read<QueryIn<One>, Having<QueryIn<One>, Needed | { readonly byDefault: number }>, never>;
/** The query as a client gives it. */
export type GivenQuery<One> = Read<QueryIn<One>, Having<QueryIn<One>, Needed>, undefined>;

/** JSON has no undefined. */
type Sent<Part> = Part extends string | number | boolean | null
  ? Part
  : Part extends readonly (infer Element)[]
    ? readonly Sent<Element>[]
    : { readonly [Key in keyof Part]: Sent<Exclude<Part[Key], undefined>> };
type BodyIn<One> = One extends { readonly body: infer Body } ? Body : null;
/** The body as the server reads it. */
export type BodyOf<One> = BodyIn<One> extends WireName ? Sent<WireValue<BodyIn<One>>> : GivenBody<One>;
/** The body as a client gives it. */
export type GivenBody<One> =
  BodyIn<One> extends WireName ? WireValue<BodyIn<One>> : BodyIn<One> extends "bytes" ? Uint8Array : undefined;
export type AnswerOf<One> = One extends { readonly answer: infer Name extends WireName } ? WireValue<Name> : undefined;
export type EventOf<One> = One extends { readonly streams: infer Name extends WireName } ? WireValue<Name> : never;
