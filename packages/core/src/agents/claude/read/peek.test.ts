import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ClaudeSession } from "../../../../test/decoding/claude/claude-session.ts";
import { peekRecord } from "./peek.ts";

const long = 'Long "text" \\ with é ✓ {"a":[1]}\n'.repeat(100);
const known = () => true;

function peek(line: string, isKnown: (id: string) => boolean = known) {
  const bytes = Buffer.from(line);
  return peekRecord(bytes, 0, bytes.length, isKnown);
}

function written(write: (session: ClaudeSession) => void): string {
  const session = new ClaudeSession();
  session.latest = "aaaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaaa";
  write(session);
  return session.lines.at(-1) ?? "";
}

const recorded = { stdout: long, stderr: "" };
const resultLine = written((session) =>
  session.result("t1", long, { isError: false, toolUseResult: recorded, cwd: "/srv/é" }),
);

describe("peekRecord", () => {
  it("finds what an outline needs of a long result", () => {
    const { message: _message, toolUseResult: _result, ...rest } = JSON.parse(resultLine);
    const found = peek(resultLine);
    expect(found).toEqual({
      ...rest,
      message: { role: "user", content: [{ type: "tool_result", tool_use_id: "t1", content: "" }] },
    });
  });

  it("finds it in the order of older releases, and in a list of blocks", () => {
    const { message, toolUseResult, uuid, timestamp, type, ...first } = JSON.parse(resultLine);
    expect(peek(JSON.stringify({ ...first, type, message, uuid, timestamp, toolUseResult }))).toMatchObject({
      uuid,
      timestamp,
      cwd: "/srv/é",
    });
    const blocks = [
      { type: "text", text: long },
      { type: "text", text: long },
    ];
    expect(peek(written((session) => session.result("t1", blocks)))).toMatchObject({
      type: "user",
      version: "2.1.325",
    });
    const image = [...blocks, { type: "image", source: { data: long } }];
    expect(peek(written((session) => session.result("t1", image)))).toBeNull();
  });

  it("finds the ids of a long attachment, rendered or not", () => {
    for (const rendered of [undefined, [{ content: long }]]) {
      const line = written((session) =>
        session.attachment(
          { type: "prompt_snapshot", systemPrompt: [long] },
          rendered ? { rendered, renderedRole: "system" } : {},
        ),
      );
      const { attachment: _a, rendered: _r, renderedRole: _role, ...rest } = JSON.parse(line);
      expect(peek(line)).toEqual(rest);
    }
  });

  it("passes over copies of requests", () => {
    expect(
      peek(JSON.stringify({ type: "api-request-blob", sessionId: "s", hash: "h", message: { content: long } })),
    ).toEqual({ type: "api-request-blob" });
  });

  it("leaves to the parser whatever tells more", () => {
    const lines = [
      written((session) => session.result("t1", long, { isError: true })),
      written((session) => session.result("t1", long, { toolDenialKind: "user-rejected" })),
      written((session) => session.result("t1", long, { toolUseResult: "User rejected tool use" })),
      written((session) =>
        session.line({
          type: "user",
          message: {
            role: "user",
            content: [
              { tool_use_id: "t1", type: "tool_result", content: long },
              { type: "text", text: "no" },
            ],
          },
          toolUseResult: recorded,
        }),
      ),
      written((session) =>
        session.line({
          type: "user",
          message: {
            role: "user",
            content: [
              { tool_use_id: "t1", type: "tool_result", content: long },
              { tool_use_id: "t2", type: "tool_result", content: long },
            ],
          },
          toolUseResult: recorded,
        }),
      ),
      written((session) => session.attachment({ type: "queued_command", prompt: long })),
      written((session) => session.prompt(long)),
      written((session) => session.reply(long)),
      JSON.stringify({ type: "from-the-future", text: long }),
      resultLine.slice(0, -1),
    ];
    expect(lines.map((line) => peek(line))).toEqual(lines.map(() => null));
    expect(peek(resultLine, () => false)).toBeNull();
    expect(peek(written((session) => session.result("t1", "short")))).toBeNull();
  });

  it("leaves to the parser a line that swallowed another", () => {
    const blob = JSON.stringify({ type: "api-request-blob", sessionId: "s", message: { content: long } });
    const mode = '{"type":"mode","mode":"normal","sessionId":"s"}';
    fc.assert(
      fc.property(
        fc.constantFrom(blob, resultLine),
        fc.constantFrom(
          mode,
          resultLine,
          written((session) => session.prompt("hi")),
        ),
        fc.nat(),
        (first, second, cut) => {
          const torn = first.slice(0, 1600 + (cut % (first.length - 1600)));
          expect(peek(`${torn}${second}`)).toBeNull();
        },
      ),
    );
  });

  it("never finds what a parser would not", () => {
    fc.assert(
      fc.property(
        fc.string({ minLength: 400, maxLength: 900, unit: "binary" }),
        fc.string({ unit: "binary" }),
        (text, other) => {
          const line = written((session) =>
            session.result("t1", text, { toolUseResult: { stdout: `${text}${other}` }, cwd: other }),
          );
          const found = peek(line);
          if (found) {
            const { message: _message, toolUseResult: _result, ...rest } = JSON.parse(line);
            expect(found).toMatchObject(rest);
          }
        },
      ),
    );
  });
});
