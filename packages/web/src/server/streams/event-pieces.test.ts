import { ChatBusyError, type ChatTurn, MovedTurnError, type NumberedChatEvent } from "@reprise/model";
import { expect, it } from "vitest";
import { problemOf } from "../problem.ts";
import { formatFor } from "./event-format.ts";
import { eventPieces } from "./event-pieces.ts";

function turnThat(end: () => void): ChatTurn {
  return {
    id: "t",
    chat: "c",
    isRepeated: false,
    cancel: async () => undefined,
    async *events(): AsyncGenerator<NumberedChatEvent> {
      yield { number: 1, event: { type: "stderr", content: "so far" } };
      end();
    },
  };
}

function piecesOf(turn: ChatTurn, onUnexpected: (error: unknown) => void) {
  return eventPieces({ turn, after: 0, format: formatFor(null), heartbeatMs: 60_000, onUnexpected });
}

it("a turn that continues at another server is cut off, not ended: no result is made up", async () => {
  const unexpected: unknown[] = [];
  const moved = turnThat(() => {
    throw new MovedTurnError("closing");
  });
  const pieces = piecesOf(moved, (error) => unexpected.push(error));
  expect(await pieces.next()).toContain("so far");
  await expect(pieces.next()).rejects.toBeInstanceOf(MovedTurnError);
  expect(unexpected).toEqual([]);
});

it("a turn whose events end early or fail is ended with the reason", async () => {
  const unexpected: unknown[] = [];
  const failing = turnThat(() => {
    throw new Error("gone");
  });
  for (const turn of [turnThat(() => undefined), failing]) {
    const pieces = piecesOf(turn, (error) => unexpected.push(error));
    await pieces.next();
    expect(await pieces.next()).toMatch(/"interrupted".*"result"/s);
    expect(await pieces.next()).toBeNull();
  }
  expect(unexpected).toHaveLength(1);
});

it("a chat in which too many messages wait answers 429, another busy one 409", () => {
  expect(problemOf(new ChatBusyError("full", null, null, true))).toMatchObject({ status: 429 });
  expect(problemOf(new ChatBusyError("busy", null, null))).toMatchObject({ status: 409 });
});
