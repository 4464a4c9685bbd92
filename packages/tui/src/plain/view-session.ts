import { exactLine, openWordsIn, type SessionSummary } from "@reprise/model";
import { count } from "../text/count.ts";
import type { World } from "../world.ts";
import { itemText } from "./item-text.ts";
import { isBack, type Lines, type Next, say } from "./lines.ts";

const PAGE_LINES = 20;

/** Shows one turn at a time, starting with the last, a page per Enter. */
export async function viewSession(session: SessionSummary, world: World, lines: Lines): Promise<Next> {
  const total = session.turnCount;
  say(lines, `Viewing ${exactLine(session.shortId)}: ${count(total, "turn")}. Nothing is run or sent.`);
  let turn = total;
  for (;;) {
    const text = await turnText(session, turn, world);
    const wish = await page(text, lines);
    if (wish === "quit" || wish === "back") return wish;
    if (wish === "next" && turn >= total) {
      say(lines, "That was the last turn.");
      const again = await askWish(lines);
      if (again === "quit" || again === "back") return again;
      turn = clamp(again === "next" ? total : again === "previous" ? turn - 1 : again, total);
    } else turn = clamp(wish === "next" ? turn + 1 : wish === "previous" ? turn - 1 : wish, total);
  }
}

type Wish = "next" | "previous" | number | Next;

function clamp(turn: number, total: number): number {
  return Math.max(1, Math.min(turn, total));
}

async function turnText(session: SessionSummary, turn: number, { library }: World): Promise<string[]> {
  const reading = await library.read(session, { from: turn, to: turn });
  const text: string[] = [];
  for await (const { number, state, items } of reading.turns) {
    text.push(`Turn ${number} of ${session.turnCount}, ${state}.`);
    for (const item of items) for (const line of itemText(item, openWordsIn({ state })).split("\n")) text.push(line);
  }
  if (text.length === 0) text.push("There is nothing to read.");
  if (reading.damage.length > 0)
    text.push(`${count(reading.damage.length, "place")} could not be read; reprise doctor says which.`);
  return text;
}

async function page(text: readonly string[], lines: Lines): Promise<Wish> {
  for (let at = 0; ; at += PAGE_LINES) {
    say(lines, ...text.slice(at, at + PAGE_LINES));
    const left = text.length - at - PAGE_LINES;
    const wish = await askWish(lines, left > 0 ? count(left, "more line") : "end of the turn");
    if (wish !== "next" || left <= 0) return wish;
  }
}

async function askWish(lines: Lines, place = "end of the session"): Promise<Wish> {
  for (;;) {
    const prompt = `(${place}) Enter: continue, p: previous turn, a number: that turn, back: `;
    const line = (await lines.ask(prompt))?.trim().toLowerCase();
    if (line === undefined || line === "quit") return "quit";
    if (line === "") return "next";
    if (line === "p" || line === "previous") return "previous";
    if (isBack(line)) return "back";
    if (/^\d+$/.test(line)) return Number(line);
    say(lines, `"${exactLine(line)}" means nothing here.`);
  }
}
