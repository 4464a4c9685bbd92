import { copyFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { fileURLToPath } from "node:url";
import { isWhole, makeScratch, opencode, type Scratch, startModel } from "@reprise/testkit";

const recording = fileURLToPath(new URL("../../../../fixtures/ailing/opencode.db", import.meta.url));

export interface SoundSession {
  readonly scratch: Scratch;
  readonly thread: string;
  /** The database with the sound session in it. */
  readonly pristine: string;
}

/** Made with the real OpenCode where it goes on with the session (`npm run campaign live`), else as it was recorded. */
export async function soundSession(): Promise<SoundSession> {
  if (isWhole) return makeSoundSession();
  const scratch = await makeScratch("ailing");
  const pristine = join(scratch.root, "pristine.db");
  copyFileSync(recording, pristine);
  mkdirSync(join(scratch.home, ".local", "share", "opencode"), { recursive: true });
  const database = new DatabaseSync(pristine);
  const { thread } = database.prepare("SELECT id AS thread FROM session").get() as { thread: string };
  database.close();
  return { scratch, thread, pristine };
}

/** A home in which the real OpenCode made a session of two turns, the first with a call. */
export async function makeSoundSession(): Promise<SoundSession> {
  const scratch = await makeScratch("ailing");
  const model = await startModel("chat-completions", [
    [{ call: opencode.shellCall("echo made") }],
    [{ text: "first answer" }],
    [{ text: "second answer" }],
  ]);
  const home = await opencode.prepareHome({ home: scratch.home, model });
  const turn = { cwd: scratch.workspace, allowTools: true };
  const first = home.spawnTurn({ ...turn, prompt: "first question" });
  await first.exited;
  const thread = opencode.sessionId(first) ?? "";
  await home.spawnTurn({ ...turn, prompt: "second question", resume: thread }).exited;
  await model.close();
  const path = join(scratch.home, ".local", "share", "opencode", "opencode.db");
  const database = new DatabaseSync(path);
  database.exec("PRAGMA wal_checkpoint(TRUNCATE)");
  database.close();
  const pristine = join(scratch.root, "pristine.db");
  copyFileSync(path, pristine);
  return { scratch, thread, pristine };
}
