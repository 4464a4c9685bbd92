import { conversationLine } from "@reprise/model";
import { expect, test } from "vitest";
import { commandsFor, pageCommands } from "./page-commands.ts";

test("commands are offered while their name is written", () => {
  expect(commandsFor("/st").map(({ word, text }) => [word, text])).toEqual([
    ["/status", "/status"],
    ["/stop", "/stop"],
    ["/steer", "/steer "],
  ]);
  expect(commandsFor("/").length).toBe(pageCommands.length);
  for (const text of ["", " /st", "a /st", "/usr/bin", "/status ", "//st"]) expect(commandsFor(text)).toEqual([]);
});

test("a mistyped command is not sent, a path and a line after a space are", () => {
  expect(conversationLine("/stauts", pageCommands)).toMatchObject({
    kind: "refused",
    hint: expect.stringContaining("/status"),
  });
  expect(conversationLine("/usr/bin/x fails", pageCommands)).toEqual({ kind: "text", text: "/usr/bin/x fails" });
  expect(conversationLine(" /status", pageCommands)).toEqual({ kind: "text", text: "/status" });
});
