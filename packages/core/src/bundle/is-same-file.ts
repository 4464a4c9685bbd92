import { SessionError } from "@reprise/model";
import { fileBytes } from "../host/files/file-bytes.ts";
import { ByteCursor } from "./byte-cursor.ts";

/** Null if the second does not exist. */
export async function isSameFile(one: string, other: string): Promise<boolean | null> {
  const [first, second] = [new ByteCursor(fileBytes(one)), new ByteCursor(fileBytes(other))];
  try {
    for (;;) {
      const theirs = await second.next();
      if (theirs === null) return (await first.next(1)) === null;
      if (!theirs || Buffer.compare(await first.take(theirs.length), theirs) !== 0) return false;
    }
  } catch (error) {
    if (error instanceof SessionError && error.code === "not-found") return null;
    throw error;
  } finally {
    await first.close();
    await second.close();
  }
}
