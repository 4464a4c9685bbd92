import { type ItemBody, withoutImage, withTexts } from "@reprise/model";

/** Texts of at most so many characters. What became of work is looked up by its text: without a good outcome that is kept whole. */
export function shortenBody(body: ItemBody, limit: number): ItemBody {
  const isSettled = !("status" in body) || body.status === "done";
  return withTexts(withoutImage(body), (text, { role }) => {
    const isKept = role === "name" || (role === "work" && !isSettled);
    return isKept || text.length <= limit ? text : shortText(text, limit);
  });
}

/** A copy: a substring would keep the whole string alive. */
function shortText(text: string, limit: number): string {
  const head = Math.floor(limit * 0.9);
  return Buffer.from(`${text.slice(0, head)}\n…\n${text.slice(head - limit)}`, "utf8").toString("utf8");
}
