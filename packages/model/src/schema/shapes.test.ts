import { expect, test } from "vitest";
import { fitted } from "../shape.ts";
import { shapes } from "./shapes.ts";

test("a value is printed with the fields of its schema, in their order, and no others", () => {
  const damage = { detail: "cut", kind: "torn", byteOffset: 7, line: 2, file: "/a", secret: 1 };
  expect(JSON.stringify(fitted(damage, shapes.damage))).toBe(
    '{"file":"/a","line":2,"byteOffset":7,"kind":"torn","detail":"cut"}',
  );
});

test("a field that is missing is null, in lists and in cases too", () => {
  const item = {
    kind: "tool",
    name: "read",
    id: "1.1",
    at: null,
    origin: { file: "/a", line: 1, byteOffset: 0 },
  };
  expect(fitted({ number: 1, items: [item] }, shapes.turn)).toEqual({
    number: 1,
    state: null,
    startedAt: null,
    endedAt: null,
    items: [{ ...item, input: null, output: null, status: null }],
  });
});

test("any JSON is printed whole", () => {
  const raw = { any: [{ thing: true }] };
  const origin = { file: "/a", line: 1, byteOffset: 0 };
  expect(fitted({ kind: "opaque", id: "1", at: null, origin, raw }, shapes.item)).toMatchObject({ raw });
});

test("a union within a union is chosen by both words", () => {
  const line = {
    type: "item",
    turn: 1,
    id: "1.1",
    at: null,
    kind: "notice",
    text: "hi",
    mark: { type: "rewind" },
  };
  expect(fitted(line, shapes.export)).toEqual({
    type: "item",
    turn: 1,
    id: "1.1",
    at: null,
    origin: null,
    kind: "notice",
    text: "hi",
  });
});

test("a plan has the fields of its mode, also where that is null", () => {
  const given = { session: "codex:a", ways: [], segments: [], unsentPrompt: "go", recap: "left" };
  expect(fitted({ ...given, mode: null }, shapes.plan)).not.toHaveProperty("segments");
  expect(fitted({ ...given, mode: null }, shapes.plan)).toMatchObject({ mode: null, unsentPrompt: "go" });
  expect(fitted({ ...given, mode: "resume" }, shapes.plan)).toMatchObject({
    mode: "resume",
    recap: "left",
  });
  expect(fitted({ ...given, mode: "resume" }, shapes.plan)).not.toHaveProperty("ways");
});
