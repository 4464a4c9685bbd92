import { describe, expect, test } from "vitest";
import { type ConversationCommand, conversationHelp, conversationLine } from "./conversation-line.ts";

const known: readonly ConversationCommand[] = ["help", "stop", "steer", "back", "quit"];
const read = (text: string) => conversationLine(text, known);

describe("sent to the agent", () => {
  test.each([
    "fix the test",
    "/usr/bin/x is broken",
    "/usr/",
    "/* what does this do? */",
    "// why is this here?\nint x;",
    "///",
    "//host/share is gone",
    "  indented\n  code",
    "! important",
    "!= or ==?",
    "!",
    "quit smoking",
    "exit code 3, why?",
    "q?",
    "a/b",
    ":question",
    "/1 is the first",
    "/ and then",
    "",
  ])("%j as it is", (text) => {
    expect(read(text)).toEqual({ kind: "text", text });
  });

  test.each([
    [" /quit", "/quit"],
    ["//quit", "/quit"],
    ["//model gpt", "/model gpt"],
    [" !ls -l", "!ls -l"],
    [" exit", "exit"],
    [" q", "q"],
    ["\t/foo", "/foo"],
  ])("%j as %j", (text, sent) => {
    expect(read(text)).toEqual({ kind: "text", text: sent });
  });
});

describe("done by us", () => {
  test.each([
    ["/quit", "quit", ""],
    ["/exit", "quit", ""],
    ["/QUIT ", "quit", ""],
    ["exit", "quit", ""],
    ["Quit", "quit", ""],
    [":q", "quit", ""],
    [":wq", "quit", ""],
    ["/help", "help", ""],
    ["/?", "help", ""],
    ["/steer use  tabs\nplease", "steer", "use  tabs\nplease"],
  ])("%j is %s", (text, name, words) => {
    expect(read(text)).toEqual({ kind: "command", name, words });
  });
});

describe("refused with what to type instead", () => {
  test.each([
    ["/model", "There is no /model here: /help /stop /steer /back /quit. //model sends it."],
    ["/model gpt-5", "There is no /model here: /help /stop /steer /back /quit. //model gpt-5 sends it."],
    ["/", "Unknown command / here: /help /stop /steer /back /quit. // sends it."],
    ["/agent", "There is no /agent here: /help /stop /steer /back /quit. //agent sends it."],
    ["/constructor", "Unknown command /constructor here: /help /stop /steer /back /quit. //constructor sends it."],
    ["/quit now", "/quit takes no words. Put a space before the line to send it."],
    ["/qiut", "Unknown command /qiut. Did you mean /quit? //qiut sends it."],
    ["/sto now", "Unknown command /sto. Did you mean /stop? //sto now sends it."],
    ["/steer", "/steer needs words: /steer WORDS."],
    ["!ls -l", "Reprise runs no shell commands: ask the agent to. Put a space before it to send it."],
    ["!./build", "Reprise runs no shell commands: ask the agent to. Put a space before it to send it."],
    ["q", "q alone is not sent. /back goes back, /quit leaves. Put a space before it to send it."],
  ])("%j", (text, hint) => {
    expect(read(text)).toEqual({ kind: "refused", hint });
  });
});

test("whatever is refused is sent with a space before it, without that blank", () => {
  for (const text of ["/model", "/quit now", "!ls", "q", "/", "/steer"])
    expect(read(` ${text}`)).toEqual({ kind: "text", text });
});

test("the help has what is known here, and how to send a slash", () => {
  expect(conversationHelp(["quit"]).map(({ usage }) => usage)).toEqual(["/quit", "//TEXT"]);
});
