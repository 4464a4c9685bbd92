import type { ItemBody } from "@reprise/model";
import type { SessionSeed } from "./session-seed.ts";

/** A search, and the session that a person means by it. */
export type HeldQuery = readonly [line: string, session: string];

function turn(prompt: string, ...items: readonly ItemBody[]): SessionSeed["turns"][number] {
  return { items: [{ kind: "prompt", text: prompt }, ...items], ended: "completed" };
}

const reply = (text: string): ItemBody => ({ kind: "reply", text });
const ran = (command: string, output: string, exitCode = 0): ItemBody => ({
  kind: "command",
  command,
  output,
  exitCode,
  status: exitCode === 0 ? "done" : "failed",
});
const edited = (path: string, diff: string): ItemBody => ({
  kind: "edit",
  status: "done",
  changes: [{ path, change: "update", diff }],
});

const works: Readonly<Record<string, SessionSeed["turns"]>> = {
  login: [
    turn(
      "Fix the login page: the session cookie is lost after a redirect",
      ran(
        "npm test -- login",
        "✗ keeps the cookie\nTypeError: Cannot read properties of undefined (reading 'cookie')",
        1,
      ),
      edited("src/auth/login-page.ts", "-  setCookie(name)\n+  setCookie(name, { sameSite: 'lax' })"),
      reply("The cookie is set with SameSite=Lax now, so the redirect keeps it."),
    ),
  ],
  migration: [
    turn(
      "Migrate the users table to the new schema",
      ran("psql -f migrations/0042_users.sql", 'ERROR:  relation "users_old" does not exist', 3),
      reply("I renamed the relation first; the migration runs."),
    ),
    turn("Now backfill created_at", edited("migrations/0043_backfill.sql", "+UPDATE users SET created_at = now();")),
  ],
  parser: [
    turn(
      "Why is parseHTTPReply slow?",
      edited("packages/net/src/http/parse-reply.ts", "+export function parseHTTPReply(bytes: Buffer) {"),
      reply("It copied the header of every chunk. needle1234 marks the place."),
    ),
  ],
  cafe: [turn("Translate the menu", reply("Crème brûlée, café au lait, piñata, Ångström, Dvořák, naïve façade."))],
  german: [turn("Prüfe die Größe der Straße", reply("Die Maßeinheit heißt Fuß."))],
  russian: [turn("Переведи документацию", reply("Москва и Ёлка переведены."))],
  greek: [turn("Ελληνικά", reply("Η οδός ΑΘΗΝΑΣ"))],
  chinese: [turn("修复编译器的错误", reply("变量未声明，已修复。"))],
  japanese: [turn("冪等性検証を追加して", reply("テストを追加しました。ﾃﾞｰﾀﾍﾞｰｽも確認。"))],
  korean: [turn("빌드 오류를 고쳐 줘", reply("컴파일러 설정을 수정했습니다."))],
  docker: [
    turn(
      "The container does not start",
      ran(
        "docker compose up",
        "Error response from daemon: driver failed programming external connectivity: Bind for 0.0.0.0:5432 failed: port is already allocated",
        1,
      ),
      reply("Another postgres holds the port. I mapped it to 5433."),
    ),
  ],
  json: [
    turn(
      "Loading the config fails",
      ran(
        "node app.js",
        'SyntaxError: Unexpected token "}" in JSON at position 1024\n    at JSON.parse (<anonymous>)',
        1,
      ),
    ),
  ],
  rust: [
    turn(
      "borrow checker",
      ran(
        "cargo build",
        "error[E0502]: cannot borrow `self.items` as mutable because it is also borrowed as immutable",
        101,
      ),
    ),
  ],
  windows: [turn("Paths on Windows", reply("Use C:\\Users\\me\\AppData\\Local\\Temp instead."))],
  fetcher: [
    turn("Fetch the docs", {
      kind: "tool",
      name: "web_fetch",
      status: "done",
      output: "200 OK",
      input: { url: "https://example.test/guide/getting-started?lang=en#install" },
    }),
  ],
  hash: [turn("Which commit broke it?", ran("git bisect run make", "3f9c2ab7d1e04c55aa is the first bad commit"))],
  notes: [turn("Write release notes", reply("Mentions login, users, parser, docker and the menu in passing."))],
};

/** The newest is the one that only mentions the others, so that a search by time alone finds the wrong one. */
export const heldSessions: readonly SessionSeed[] = Object.entries(works).map(([thread, turns], index) => ({
  thread,
  turns,
  workspace: "/srv/work",
  updatedAt: `2026-11-15T10:${String(10 + index).padStart(2, "0")}:00.000Z`,
}));

export const heldQueries: readonly HeldQuery[] = [
  // Words and phrases.
  ["login", "login"],
  ["login page", "login"],
  ["cookie redirect", "login"],
  ['"users table"', "migration"],
  ["users backfill", "migration"],
  ["parser", "notes"],
  ["parseHTTPReply", "parser"],
  ["docker postgres", "docker"],
  ["release notes", "notes"],
  ["Переведи", "russian"],
  // Parts of words.
  ["eedle12", "parser"],
  ["HTTPRep", "parser"],
  ["ookie", "login"],
  ["igrat", "migration"],
  ["kfill", "migration"],
  ["2ab7d1e0", "hash"],
  ["окументац", "russian"],
  ["ostgre", "docker"],
  // Accents, however they are written.
  ["cafe", "cafe"],
  ["CAFÉ", "cafe"],
  ["cafe\u0301", "cafe"],
  ["creme brulee", "cafe"],
  ["dvorak", "cafe"],
  ["angstrom", "cafe"],
  ["grosse strasse", "german"],
  ["masseinheit", "german"],
  ["елка", "russian"],
  ["οδος αθηνας", "greek"],
  // Scripts without blanks.
  ["编译", "chinese"],
  ["编译器", "chinese"],
  ["错", "chinese"],
  ["冪等性", "japanese"],
  ["検証", "japanese"],
  ["データベース", "japanese"],
  ["컴파일러", "korean"],
  ["오류", "korean"],
  // Paths.
  ["src/auth/login-page.ts", "login"],
  ["auth/login", "login"],
  ["0042_users.sql", "migration"],
  ["net/src/http", "parser"],
  ["path:migrations/", "migration"],
  ["C:\\Users\\me", "windows"],
  ["example.test/guide", "fetcher"],
  ["tool:web_fetch", "fetcher"],
  // Error messages, with their quotes.
  ["Cannot read properties of undefined (reading 'cookie')", "login"],
  ['relation "users_old" does not exist', "migration"],
  ['"relation \\"users_old\\" does not exist"', "migration"],
  ['SyntaxError: Unexpected token "}" in JSON', "json"],
  ["error[E0502]: cannot borrow `self.items`", "rust"],
  ["port allocated agent:codex", "docker"],
  ["Bind for 0.0.0.0:5432 failed: port is already allocated", "docker"],
];
