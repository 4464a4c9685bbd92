import { expect, test } from "vitest";
import type { SessionErrorCode } from "../error.ts";
import type { Hit, Page, Warning } from "../library.ts";
import type { SessionSummary } from "../session.ts";
import type { Damage, DamageKind, ItemBody, ItemKind, Transcript, Turn } from "../transcript.ts";
import {
  damageSchema,
  errorSchema,
  hitSchema,
  itemSchema,
  pageSchema,
  sessionSchema,
  transcriptSchema,
  turnSchema,
  warningSchema,
} from "./index.ts";

/** Written out so that the compiler complains when a type gains or loses a member; the test then compares the schema. */
type Members<Name extends PropertyKey> = Readonly<Record<Name, true>>;

const keys = (members: object) => Object.keys(members).sort();

test("a session has the fields of its type", () => {
  const members: Members<keyof SessionSummary> = {
    id: true,
    agent: true,
    thread: true,
    title: true,
    name: true,
    state: true,
    owner: true,
    workspace: true,
    createdAt: true,
    updatedAt: true,
    turnCount: true,
    itemCount: true,
    messageCount: true,
    toolCount: true,
    model: true,
    source: true,
    archived: true,
    subagentOf: true,
    lineage: true,
    sizeBytes: true,
    damageCount: true,
    files: true,
  };
  expect(keys(sessionSchema.shape)).toEqual(keys(members));
});

test("pages, transcripts, turns, hits and damage have the fields of their types", () => {
  const page: Members<keyof Page> = { sessions: true, total: true, next: true, hidden: true };
  const transcript: Members<keyof Transcript> = { session: true, turns: true, damage: true };
  const turn: Members<Exclude<keyof Turn, "key">> = {
    number: true,
    state: true,
    startedAt: true,
    endedAt: true,
    items: true,
  };
  const hit: Members<keyof Hit> = {
    session: true,
    title: true,
    turn: true,
    item: true,
    kind: true,
    isWaiting: true,
    snippet: true,
    at: true,
  };
  const damage: Members<keyof Damage> = {
    file: true,
    line: true,
    byteOffset: true,
    kind: true,
    detail: true,
  };
  const pairs = [
    [pageSchema, page],
    [transcriptSchema, transcript],
    [turnSchema, turn],
    [hitSchema, hit],
    [damageSchema, damage],
  ] as const;
  for (const [schema, members] of pairs) expect(keys(schema.shape)).toEqual(keys(members));
});

test("every kind of item has the fields of its type", () => {
  // What only planning needs is not shown.
  type Fields<Kind extends ItemKind> = Exclude<keyof (ItemBody & { kind: Kind }), "mark">;
  const bodies: { readonly [Kind in ItemKind]: Members<Fields<Kind>> } = {
    prompt: { kind: true, text: true },
    reply: { kind: true, text: true },
    reasoning: { kind: true, text: true },
    command: { kind: true, command: true, output: true, exitCode: true, status: true },
    edit: { kind: true, changes: true, status: true },
    tool: { kind: true, name: true, input: true, output: true, status: true },
    approval: { kind: true, subject: true, decision: true },
    notice: { kind: true, text: true },
    opaque: { kind: true, raw: true },
  };
  const ofSchema = itemSchema.options.map(({ shape }) => [shape.kind.value, keys(shape)]);
  const ofTypes = Object.entries(bodies).map(([kind, body]) => [
    kind,
    keys({ ...body, id: true, at: true, origin: true }),
  ]);
  expect(ofSchema).toEqual(ofTypes);
  expect([...hitSchema.shape.kind.options].sort()).toEqual(keys(bodies));
});

test("closed words are those of their types", () => {
  const damage: Members<DamageKind> = {
    torn: true,
    glued: true,
    nul: true,
    bom: true,
    crlf: true,
    "invalid-utf8": true,
    "not-json": true,
    "bad-header": true,
    "empty-file": true,
    "oversized-line": true,
    "ordinal-repeated": true,
    "ordinal-missing": true,
    "missing-base": true,
    "dangling-parent": true,
    unreadable: true,
  };
  const errors: Members<SessionErrorCode | "unexpected"> = {
    "bad-use": true,
    "not-found": true,
    ambiguous: true,
    busy: true,
    refused: true,
    unreadable: true,
    "newer-version": true,
    "not-saved": true,
    unexpected: true,
  };
  const warnings: Members<Warning["kind"] | "journal-not-saved" | "unknown-setting" | "expected-to-fail"> = {
    "expected-to-fail": true,
    "unknown-setting": true,
    "journal-not-saved": true,
    unreadable: true,
    "catalog-unusable": true,
    "catalog-not-saved": true,
    "not-saved": true,
    "sources-changed": true,
  };
  expect([...damageSchema.shape.kind.options].sort()).toEqual(keys(damage));
  expect([...errorSchema.shape.error.shape.code.options].sort()).toEqual(keys(errors));
  expect([...warningSchema.shape.warning.shape.kind.options].sort()).toEqual(keys(warnings));
});
