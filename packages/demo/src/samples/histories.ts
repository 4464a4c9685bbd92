import type { PortableCall, PortableItem } from "@reprise/core";
import type { Timestamp } from "@reprise/model";

/** Commands, their output and a diff. */
export function deliveryFee(at: Date) {
  return new Telling(at)
    .prompt("Orders over 50 euros should not pay for delivery. Where is that decided?")
    .command("grep -rn delivery .", "./cart.mjs:12:  const delivery = 490;\n")
    .reply("In `cart.mjs`, line 12: delivery is always 490 cents.\n\nI make it depend on the total.")
    .edit("cart.mjs", ["-  const delivery = 490;", "+  const delivery = total(lines) > 5000 ? 0 : 490;"])
    .command("node test.mjs", "check 1 of 6: good: an empty cart costs nothing\nall good\n")
    .reply("Done.\n\n- Orders **over** 50.00 are delivered free.\n- Exactly 50.00 still pays: the wording says *over*.")
    .prompt("Exactly 50 should be free too.")
    .edit("cart.mjs", [
      "-  const delivery = total(lines) > 5000 ? 0 : 490;",
      "+  const delivery = total(lines) >= 5000 ? 0 : 490;",
    ])
    .command("node test.mjs", "all good\n")
    .reply("Exactly 50.00 is free now, and the checks pass.").items;
}

export function rounding(at: Date) {
  return new Telling(at)
    .prompt("Why do customers see a cent too little on mixed carts?")
    .command("node test.mjs", "check 5 of 6: WRONG: cents are rounded once\n1 wrong\n", true)
    .reply(
      "Because of rounding: each line is rounded by itself, and two halves are lost.\n\n1. `10.4 + 10.4` is `20.8`, which is 21.\n2. Rounded one by one it is `10 + 10`, which is 20.\n\nI have changed nothing yet.",
    ).items;
}

/** Wide characters, multi-part emoji and right-to-left text. */
export function manyScripts(at: Date) {
  return new Telling(at)
    .prompt("カートの合計を日本語と中文で説明してください 🛒")
    .reply("合計は最後に一度だけ丸めます。\n\n总价只在最后四舍五入一次。\n\n세 줄 요약: 한 번만 반올림합니다. 👩🏽‍💻✅")
    .prompt("ובעברית? وبالعربية؟")
    .reply("הסכום מעוגל פעם אחת בסוף.\n\nيُقرَّب المجموع مرة واحدة في النهاية. 🇩🇪🇯🇵")
    .command('printf "%s\\n" "日本語のファイル名.txt"', "日本語のファイル名.txt\n")
    .reply("ファイル名も表示できます。").items;
}

export function forecast(at: Date) {
  return new Telling(at)
    .prompt("The forecast shows yesterday's date after midnight.")
    .command("date -u", "Sun Nov 15 23:59:01 UTC 2026\n")
    .reply("The date is taken when the page is built. I take it when it is asked for.")
    .edit("forecast.mjs", ["-export const today = new Date();", "+export const today = () => new Date();"])
    .reply("It is right after midnight too.").items;
}

const parts = ["price", "tax", "discount", "currency", "delivery", "coupon", "weight", "stock"];
const wishes = [
  (part: string) => `Rename the ${part} field so that it says its unit.`,
  (part: string) => `Is the ${part} ever negative?`,
  (part: string) => `Add a check for a missing ${part}.`,
];

/** Too long to scroll through. */
export function longWork(at: Date, turnCount: number) {
  const telling = new Telling(at);
  for (let turn = 0; turn < turnCount; turn += 1) {
    const part = parts[turn % parts.length] ?? "price";
    const wish = wishes[turn % wishes.length] ?? (() => "");
    telling.prompt(`${wish(part)} (${turn + 1})`);
    if (turn % 3 === 1) telling.command(`grep -n ${part} cart.mjs`, `${turn + 3}:  ${part}: 0,\n`);
    if (turn % 3 === 2) telling.edit("checks.md", [`-- ${part}: open`, `+- ${part}: done`]);
    telling.reply(`The ${part} is dealt with; ${turnCount - turn - 1} more to go.`);
  }
  return telling.items;
}

type At = { readonly at: Timestamp };

/** Events in sequence, a few seconds apart, from a start time. */
class Telling {
  readonly items: PortableItem[] = [];
  #atMs: number;
  #callCount = 0;

  constructor(at: Date) {
    this.#atMs = at.getTime();
  }

  prompt(text: string): this {
    return this.#add({ kind: "user", text });
  }

  reply(text: string): this {
    return this.#add({ kind: "assistant", text });
  }

  command(command: string, output: string, hasFailed = false): this {
    return this.#call({ tool: "command", command }, output, hasFailed);
  }

  /** `lines` as in a patch: with `-`, `+` or a space before each. */
  edit(path: string, lines: readonly string[]): this {
    const changes = [{ path, change: "update", diff: ["@@", ...lines, ""].join("\n") }] as const;
    return this.#call({ tool: "edit", changes }, `Success. Updated the following files:\nM ${path}\n`, false);
  }

  #call(call: PortableCall, output: string, hasFailed: boolean): this {
    this.#callCount += 1;
    return this.#add({ kind: "call", id: `call_${this.#callCount}`, call, output, hasFailed });
  }

  #add(item: PortableItem extends infer Item ? (Item extends At ? never : Omit<Item, "at">) : never): this {
    this.#atMs += 4_000;
    this.items.push({ ...item, at: new Date(this.#atMs).toISOString() } as PortableItem);
    return this;
  }
}
