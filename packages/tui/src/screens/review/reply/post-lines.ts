import { exactText } from "@reprise/model";
import { hardRows } from "../../../items/wrap-rows.ts";
import type { Theme } from "../../../kernel/theme.ts";
import { cutTo } from "../../../text/fit.ts";
import type { Question } from "../question.ts";

type Post = Question & { readonly kind: "post" };

const mostRows = 10_000;

/** All of the reply, exactly as it is posted. */
export function bodyRows({ body }: Post, columns: number): readonly string[] {
  return exactText(body)
    .split("\n")
    .flatMap((line) => hardRows(line, Math.max(1, columns - 2), mostRows))
    .map((row) => `  ${row}`);
}

/** Rows of the reply that fit below its title. */
export function postRoom(rows: number): number {
  return Math.max(1, rows - 2);
}

export function postLines(post: Post, columns: number, rows: number, theme: Theme): string[] {
  const body = bodyRows(post, columns);
  const room = postRoom(rows);
  const left = body.length - post.top - room;
  const more = left > 0 ? theme("warn", cutTo(`↓ ${left} more rows: PgDn`, columns)) : "";
  const lines = [
    theme("bold", cutTo("What is posted under your name:", columns)),
    ...body.slice(post.top, post.top + room),
  ];
  const space = Array.from({ length: Math.max(0, rows - lines.length - 1) }, () => "");
  return [...lines, ...space, more].slice(0, rows);
}

/** The last row has been in view. */
export function isSeen(post: Post, columns: number, rows: number): boolean {
  return post.top + postRoom(rows) >= bodyRows(post, columns).length;
}
