// What a person would write: every file as it is in an FTS5 table of SQLite, then one query. It shows names of files, no passages.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

const [job, folder, path, word] = process.argv.slice(2);
const database = new DatabaseSync(path);

if (job === "fill") {
  database.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; DROP TABLE IF EXISTS file");
  database.exec("CREATE VIRTUAL TABLE file USING fts5(path UNINDEXED, text, content = '', contentless_unindexed = 1)");
  database.exec("BEGIN");
  const insert = database.prepare("INSERT INTO file (path, text) VALUES (?, ?)");
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = join(entry.parentPath, entry.name);
    insert.run(file, readFileSync(file, "utf8"));
  }
  database.exec("COMMIT");
} else {
  const found = database.prepare("SELECT path FROM file WHERE file MATCH ?").all(`"${word}"`);
  process.stdout.write(`${found.map((row) => row.path).join("\n")}\n`);
}
database.close();
