import { describe, expect, it } from "vitest";
import { type Member, rolesOf } from "./file-roles.ts";

const member = (id: number, more: Partial<Member> = {}): Member => ({
  id,
  key: `/home/sessions/${id}.jsonl`,
  rolloutId: "thread",
  isArchived: false,
  hasTurns: true,
  updatedAt: `2026-11-15T00:00:0${id}.000Z`,
  bases: [],
  ...more,
});
const roles = (...members: Member[]) => Object.fromEntries(rolesOf(members));

describe("the files of one thread", () => {
  it("are one main file when there is one", () => {
    expect(roles(member(1))).toEqual({ 1: "main" });
  });

  it("count once as a plain and a compressed file: the plain one stands", () => {
    expect(roles(member(1), member(2, { key: "/home/sessions/1.jsonl.zst" }))).toEqual({
      1: "main",
      2: "copy",
    });
  });

  it("keep the one with turns before a stub with the same id, however new the stub is", () => {
    expect(roles(member(1), member(2, { hasTurns: false }))).toEqual({ 1: "main", 2: "copy" });
  });

  it("keep the one that is not archived", () => {
    expect(roles(member(1), member(2, { isArchived: true }))).toEqual({ 1: "main", 2: "copy" });
  });

  it("end in the segment that nothing continues", () => {
    const first = member(3);
    const second = member(1, { rolloutId: "second", bases: ["thread"] });
    const third = member(2, { rolloutId: "third", bases: ["thread", "second"] });
    expect(roles(first, second, third)).toEqual({ 3: "segment", 1: "segment", 2: "main" });
  });

  it("end in the newest of two segments that continue the same file", () => {
    const second = member(1, { rolloutId: "second", bases: ["thread"] });
    const third = member(2, { rolloutId: "third", bases: ["thread"] });
    expect(roles(member(3), second, third)).toEqual({ 3: "segment", 1: "segment", 2: "main" });
  });

  it("are copies where a file was copied under another name", () => {
    expect(roles(member(1, { rolloutId: "other" }), member(2))).toEqual({ 1: "copy", 2: "main" });
  });
});
