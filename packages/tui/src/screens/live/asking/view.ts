import { type Agent, type Drift, type ItemBody, safeLine, safeText } from "@reprise/model";
import { itemRows } from "../../../items/index.ts";
import { safe } from "../../../items/lay.ts";
import { hintsOf } from "../../../kernel/keys.ts";
import type { Theme } from "../../../kernel/theme.ts";
import { cutTo } from "../../../text/fit.ts";
import { widthOf } from "../../../text/width.ts";
import { wrap } from "../../../text/wrap.ts";
import { fieldLine } from "../../../widgets/field-line.ts";
import { hintLine } from "../../../widgets/footer.ts";
import { type Ask, type Asking, choicesOf } from "./ask.ts";
import { askingKeys } from "./keys.ts";
import { questionOf } from "./press.ts";

export interface AskPicture {
  readonly ask: Ask;
  readonly asking: Asking;
  readonly agent: Agent;
  /** How many there are, this one with them. */
  readonly waiting: number;
  /** What the request is about, where the agent has told it. */
  readonly item: ItemBody | null;
}

/** A modal: what is asked, what can be answered. The answers are always on the screen; what is asked is scrolled. */
export function askLines(picture: AskPicture, columns: number, most: number, theme: Theme): string[] {
  const { ask, asking } = picture;
  const body = bodyRows(picture, columns - 2, theme);
  const choices = choiceRows(ask, asking, columns - 2, theme);
  const room = Math.max(1, most - choices.length - 3);
  const top = Math.min(asking.scroll, Math.max(0, body.length - room));
  const shown = body.slice(top, top + room);
  const hidden = body.length - top - shown.length;
  if (hidden > 0) shown[shown.length - 1] = theme("dim", `… ${hidden + 1} more rows (PgDn)`);
  const hints = asking.isArmed
    ? hintLine(hintsOf(askingKeys), columns, theme)
    : theme("dim", cutTo("Keys count here once you stop typing.", columns));
  return [
    titleLine(picture, columns, theme),
    ...shown.map((row) => `  ${row}`),
    "",
    ...choices.map((row) => `  ${row}`),
    hints,
  ];
}

function titleLine({ ask, agent, waiting }: AskPicture, columns: number, theme: Theme): string {
  const more = waiting > 1 ? ` · ${waiting - 1} more waiting` : "";
  const text = cutTo(` ${titleOf(ask, agent)}${more} `, columns);
  return theme("highlight", text) + theme("dim", "─".repeat(Math.max(0, columns - widthOf(text))));
}

function titleOf(ask: Ask, agent: Agent): string {
  if (ask.kind === "drift") return `${agent} came back with other settings`;
  return `${agent} ${asksTo[ask.request.kind]}`;
}

const asksTo = {
  command: "asks to run a command",
  edit: "asks to change files",
  permissions: "asks for more permissions",
  question: "asks you",
  other: "asks",
} as const;

function bodyRows({ ask, item }: AskPicture, columns: number, theme: Theme): string[] {
  if (ask.kind === "drift") return ask.drift.flatMap((drift) => wrapped(driftText(drift), columns));
  const { subject, kind, cwd, reason, questions } = ask.request;
  const text = kind === "command" ? `$ ${subject}` : subject;
  return [
    ...(questions.length > 0 && kind === "question" ? [] : wrapped(text, columns)),
    ...(cwd === null ? [] : wrapped(`in ${safeLine(cwd)}`, columns).map((row) => theme("dim", row))),
    ...(reason ? wrapped(reason, columns) : []),
    ...(item?.kind === "edit" ? itemRows(item, { columns, theme, isFolded: false, openWords: "" }) : []),
  ];
}

function driftText({ subject, recorded, now, widens, note }: Drift): string {
  const change = `${subject}: ${recorded ?? "not recorded"} → ${now ?? "not known"}`;
  return [change, widens ? "allows more than before" : null, note].filter(Boolean).join(" · ");
}

function choiceRows(ask: Ask, asking: Asking, columns: number, theme: Theme): string[] {
  const question = questionOf(asking, ask);
  const tone = (index: number) => (!asking.isArmed ? "dim" : index === asking.chosen ? "highlight" : "plain");
  if (!question)
    return choicesOf(ask).map(({ key, words }, index) =>
      theme(tone(index), cutTo(` ${key}  ${words} `, columns)),
    );
  const count = ask.kind === "request" ? ask.request.questions.length : 1;
  const place = count > 1 ? `(${asking.question + 1} of ${count}) ` : "";
  const { options } = question;
  const isField = asking.chosen >= options.length;
  return [
    ...wrapped(place + question.text, columns).slice(0, 4),
    ...options.map((option, index) => theme(tone(index), cutTo(` ${safeLine(option)} `, columns))),
    isField
      ? cutTo(safeLine(fieldLine("› ", asking.field, columns).text), columns)
      : theme("dim", cutTo(" in your own words: type", columns)),
  ];
}

function wrapped(text: string, columns: number): string[] {
  return safeText(text)
    .split("\n")
    .flatMap((line) => wrap(safe(line), columns))
    .map((row) => cutTo(row, columns));
}
