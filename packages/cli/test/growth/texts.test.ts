import { type Item, itemMarkdown, markerOf, type Request, requestRows, termsIn } from "@reprise/model";
import { safeJson } from "@reprise/model/json";
import { growthProblems, itemsOf, type TextFunction } from "@reprise/testkit";
import { expect, it } from "vitest";
import { itemHtml } from "../../src/export/html-item.ts";
import { coloured } from "../../src/print/paint.ts";
import { OutputFold } from "../../src/print/run/output-fold.ts";
import { requestText } from "../../src/print/run/request-text.ts";
import { safeStream } from "../../src/print/run/safe-stream.ts";
import { hitTexts } from "../../src/print/sessions/hit-text.ts";
import { itemText } from "../../src/print/transcript/item-text.ts";
import { cut, cutLeft, padEnd, widthOf } from "../../src/print/width.ts";
import { shellWord } from "../../src/print/words.ts";

const length = process.env.REPRISE_WHOLE ? 128_000 : 8_000;

const whole = { paint: coloured, foldLines: null };
const folded = { paint: coloured, foldLines: 12 };
const fold = { ...folded, moreHint: "--full" };
const request = (text: string): Request =>
  ({
    id: "r",
    kind: "command",
    subject: text,
    reason: text,
    cwd: text.slice(0, 4000),
    item: null,
    hash: null,
    environment: null,
    network: null,
    grants: [],
    changes: [],
    questions: [],
    choices: [],
    rule: { kind: "command-prefix", words: text.split(" ", 5000) },
  }) as unknown as Request;
const hit = { session: "codex:a", turn: 1, item: "i", kind: "reply", at: null } as never;

/** A text as it comes from an agent, in pieces. */
function inPieces(text: string, push: (piece: string) => unknown): void {
  for (let at = 0; at < text.length; at += 1000) push(text.slice(at, at + 1000));
}

const functions: Readonly<Record<string, TextFunction>> = {
  "show, whole": (text) => itemsOf(text).map((item) => itemText(item, whole)),
  "show, folded": (text) => itemsOf(text).map((item) => itemText(item, folded)),
  markdown: (text) => itemsOf(text).map((item) => itemMarkdown(item as Item)),
  html: (text) => itemsOf(text).map((item) => itemHtml(item as Item)),
  json: (text) => itemsOf(text).map(safeJson),
  requestText: (text) => requestText(request(text), 80),
  requestRows: (text) => requestRows(request(text), null),
  hitTexts: (text) =>
    hitTexts({ ...whole, width: 80, marker: markerOf(termsIn("a b")), isEveryWorkspace: true }).next(
      {
        ...(hit as object),
        title: text,
        isWaiting: false,
        snippet: text,
        marks: [[0, 1]],
      } as never,
      (id) => id,
    ),
  safeStream: (text) => {
    const stream = safeStream();
    inPieces(text, (piece) => stream.push(piece));
    return stream.end();
  },
  OutputFold: (text) => {
    const output = new OutputFold(fold);
    inPieces(text, (piece) => output.push(piece));
    return output.end();
  },
  widthOf,
  cut: (text) => cut(text, 80),
  cutLeft: (text) => cutLeft(text, 80),
  padEnd: (text) => padEnd(text, 80),
  shellWord,
};

it("no text makes the work of printing grow faster than the text", { timeout: 600_000 }, () => {
  expect(growthProblems(functions, { length })).toEqual([]);
});
