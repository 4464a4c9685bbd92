import type { Damage } from "@reprise/model";
import { memoryHost } from "@reprise/testkit";
import { describe, expect, it } from "vitest";
import { ClaudeSession } from "../../../../test/decoding/claude/claude-session.ts";
import type { Fact } from "../../reading/fact.ts";
import type { Decoded, Position } from "../../reading/source.ts";
import { claudeSource } from "../source.ts";

const home = "/home/dev/.claude";
const path = `${home}/projects/-srv-proj-a/s1.jsonl`;

async function decode(content: string | Buffer, from?: Position): Promise<Decoded[]> {
  const host = memoryHost({ [path]: content });
  const [rollout] = claudeSource.locate(home, host).rollouts;
  if (!rollout) throw new Error("not located");
  const pieces: Decoded[] = [];
  for await (const piece of claudeSource.decode(rollout, host, { depth: "full", from })) pieces.push(piece);
  return pieces;
}

async function read(content: string | Buffer) {
  const facts = (await decode(content)).flatMap(({ facts }) => facts);
  return { damage: damageIn(facts), texts: textsIn(facts) };
}

const damageIn = (facts: readonly Fact[]): Damage[] =>
  facts.flatMap((fact) => (fact.type === "damage" ? [fact.damage] : []));
const textsIn = (facts: readonly Fact[]) =>
  facts.flatMap((fact) => (fact.type === "item" && "text" in fact.item ? [fact.item.text] : []));

function conversation(): ClaudeSession {
  const session = new ClaudeSession();
  session.prompt("one");
  session.reply("first");
  session.prompt("two");
  session.reply("second");
  return session;
}

const { lines } = conversation();
const offsets = lines.map((_, index) => lines.slice(0, index).reduce((sum, line) => sum + line.length + 1, 0));
const joined = (parts: readonly string[]) => parts.map((line) => `${line}\n`).join("");

describe("damage in a Claude session", () => {
  it("of a half-written line before a whole one keeps the whole one", async () => {
    const torn = (lines[1] ?? "").slice(0, 150);
    const { damage, texts } = await read(joined([lines[0] ?? "", `${torn}${lines[2]}`, lines[3] ?? ""]));
    expect(texts).toEqual(["one", "two", "second"]);
    expect(damage.map(({ kind, line, byteOffset }) => [kind, line, byteOffset])).toEqual([
      ["glued", 2, offsets[1]],
      ["dangling-parent", 2, offsets[1]],
    ]);
  });

  it("of NUL bytes, a byte order mark, CR LF and bad UTF-8 is located and hides nothing", async () => {
    const nul = await read(joined([lines[0] ?? "", `${"\0".repeat(100)}${lines[1]}`, ...lines.slice(2)]));
    expect(nul.texts).toEqual(["one", "first", "two", "second"]);
    expect(nul.damage).toMatchObject([{ kind: "nul", line: 2, byteOffset: offsets[1] }]);
    const marked = await read(`\uFEFF${joined(lines)}`);
    expect(marked.texts).toEqual(["one", "first", "two", "second"]);
    expect(marked.damage).toMatchObject([{ kind: "bom", line: 1, byteOffset: 0 }]);
    const returned = await read(lines.map((line) => `${line}\r\n`).join(""));
    expect(returned.texts).toEqual(["one", "first", "two", "second"]);
    expect(returned.damage.map(({ kind }) => kind)).toEqual(["crlf"]);
    const bytes = Buffer.from(joined(lines));
    bytes[(offsets[1] ?? 0) + (lines[1] ?? "").indexOf("first")] = 0xff;
    const bad = await read(bytes);
    expect(bad.texts).toEqual(["one", "\uFFFDirst", "two", "second"]);
    expect(bad.damage).toMatchObject([
      { kind: "invalid-utf8", line: 2, byteOffset: (offsets[1] ?? 0) + (lines[1] ?? "").indexOf("first") },
    ]);
  });

  it("of a torn tail is told for now, and forgotten when the line is finished", async () => {
    const whole = joined(lines);
    const cut = whole.slice(0, -40);
    const pieces = await decode(cut);
    const tail = pieces.at(-1);
    expect(tail).toMatchObject({ isTail: true, position: { byteOffset: offsets[3], line: 4 } });
    expect(damageIn(tail?.facts ?? [])).toMatchObject([{ kind: "torn", line: 4, byteOffset: offsets[3] }]);
    const rest = await decode(whole, tail?.position);
    expect(textsIn(rest.flatMap(({ facts }) => facts))).toEqual(["second"]);
    expect(damageIn(rest.flatMap(({ facts }) => facts))).toEqual([]);
  });

  it("of an empty file says so and still tells the thread", async () => {
    const [piece] = await decode("");
    expect(piece).toMatchObject({
      isTail: true,
      facts: [{ about: { thread: "s1" } }, { damage: { kind: "empty-file", line: 1, byteOffset: 0 } }],
    });
  });

  it("of a file that is gone is no error", async () => {
    const host = memoryHost({ [path]: "x" });
    const facts: Fact[] = [];
    for (const rollout of claudeSource.locate(home, host).rollouts) {
      const gone = claudeSource.decode({ ...rollout, path: "/gone.jsonl" }, host, { depth: "full" });
      for await (const piece of gone) facts.push(...piece.facts);
    }
    expect(damageIn(facts)).toMatchObject([{ kind: "unreadable", detail: "/gone.jsonl is no longer there." }]);
  });

  it("of a line too long to hold shows its beginning, and does not blame the next line", async () => {
    const session = new ClaudeSession();
    session.prompt("one");
    session.reply("x".repeat(33 * 1024 * 1024));
    session.prompt("two");
    session.aside("api-request-blob", { message: "y".repeat(33 * 1024 * 1024) });
    session.reply("second");
    const { damage, texts } = await read(session.text());
    expect(texts).toEqual(["one", "two", "second"]);
    expect(damage).toMatchObject([{ kind: "oversized-line", line: 2 }]);
  });
});

describe("reading from the middle", () => {
  it("learns what came before when no state was kept", async () => {
    const session = conversation();
    session.prompt("three");
    session.call("t1", "Edit", { file_path: "/a", old_string: "a", new_string: "b" });
    const fork = session.latest;
    session.prompt("four", { parentUuid: fork });
    session.result("t1", "fine", { parentUuid: fork, toolUseResult: "odd" });
    const text = session.text();
    const whole = (await decode(text)).flatMap(({ facts }) => facts);
    const line = 7;
    const byteOffset = Buffer.byteLength(joined(session.lines.slice(0, line - 1)));
    const part = (await decode(text, { byteOffset, line, state: "" })).flatMap(({ facts }) => facts);
    expect(part).toEqual(whole.slice(-part.length));
    const other = await decode(text, { byteOffset, line, state: "kept by another release" });
    expect(other.flatMap(({ facts }) => facts)).toEqual(part);
    expect(part.find((fact) => fact.type === "item" && fact.key === "t1")).toMatchObject({
      item: { kind: "edit", status: "done" },
    });
  });

  it("blames nobody for following what lies too far back", async () => {
    const session = conversation();
    const early = session.latest;
    for (let count = 0; count < 4; count += 1)
      session.aside("api-request-blob", { message: "y".repeat(10 * 1024 * 1024) });
    session.prompt("three", { parentUuid: early });
    const line = session.lines.length;
    const byteOffset = session.lines.slice(0, -1).reduce((sum, text) => sum + text.length + 1, 0);
    const part = (await decode(session.text(), { byteOffset, line, state: "" })).flatMap(({ facts }) => facts);
    expect(textsIn(part)).toEqual(["three"]);
    expect(damageIn(part)).toEqual([]);
  });
});
