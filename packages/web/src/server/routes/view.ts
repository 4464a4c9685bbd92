import { json } from "@reprise/model/json";
import { type App, type Call, jsonAnswer, type Shared, streamed } from "../context.ts";
import { badRequest } from "../problem.ts";
import { noOther, parametersIn, wholeNumber } from "../query.ts";
import { sessionPlace } from "../session-place.ts";
import { datas, sentEvents } from "../streams/sent-events.ts";
import { textPieces } from "../streams/text-pieces.ts";
import { wholePlace } from "../view/cut-item.ts";
import { findLines } from "../view/find-lines.ts";
import { itemText, textInPieces } from "../view/item-text.ts";
import { viewLines } from "../view/view-lines.ts";
import { turnNumber, viewWindowIn } from "../view/window-in.ts";

/** Characters of a text in one answer. */
const MOST_LENGTH = 1_000_000;

/** Sessions of any size for a screen: a window of items, a search, one long text. */
export function viewRoutes(app: App, shared: Shared): void {
  const { library, readings } = shared;

  app.get("/sessions/:id/view", async (call) => {
    const { file, ...rest } = parametersIn(call.req.url);
    const window = viewWindowIn(rest);
    const place = await sessionPlace(library, call.req.param("id"), file);
    return sentEvents(call, shared, {
      open: () => datas(viewLines(library, place, window)),
      onLeave: readings.take(),
    });
  });

  app.get("/sessions/:id/find", async (call) => {
    const { text = "", file, ...rest } = parametersIn(call.req.url);
    noOther(rest, ["text", "file"]);
    if (text.trim() === "") throw badRequest("Say what to find: ?text=WORDS");
    const place = await sessionPlace(library, call.req.param("id"), file);
    return sentEvents(call, shared, {
      open: (signal) => datas(findLines(library, place, text, signal)),
      onLeave: readings.take(),
    });
  });

  app.get("/sessions/:id/text", async (call) => {
    const {
      turn = "",
      item = "",
      field = "",
      from = "0",
      length,
      file,
      ...rest
    } = parametersIn(call.req.url);
    noOther(rest, ["turn", "item", "field", "from", "length", "file"]);
    const at = { turn: turnNumber(turn), item, field };
    const leave = readings.take();
    try {
      const place = await sessionPlace(library, call.req.param("id"), file);
      const text = await itemText(library, place, at);
      if (length === undefined) return asFile(call, text);
      const start = wholePlace(text, from === "0" ? 0 : wholeNumber("from", from));
      const end = wholePlace(text, start + wholeNumber("length", length, MOST_LENGTH));
      const part = { text: text.slice(start, end), from: start, length: text.length };
      return jsonAnswer(json("text-part", part));
    } finally {
      leave();
    }
  });

  /** Saved, never shown: nothing in it can act as part of the page. */
  function asFile(call: Call, text: string): Response {
    const pieces = textPieces(textInPieces(text));
    const headers = {
      "Content-Type": "text/plain; charset=utf-8",
      "Content-Disposition": 'attachment; filename="text.txt"',
    };
    return streamed(call, shared, { next: () => pieces.next(), onLeave: () => pieces.leave() }, headers);
  }
}
