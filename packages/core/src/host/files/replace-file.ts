import {
  closeSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname } from "node:path";
import { syncFolder } from "./append-file.ts";

/** Atomic, readable by its owner only. Survives a power cut, or with `isDurable` false only our death. */
export function replaceFile(path: string, text: string, { isDurable = true } = {}): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  putFile(path, text, { isDurable, put: renameSync });
}

/** Creates a file with all of its content or not at all, durable on return. False if the name is taken. */
export function createFile(path: string, text: string): boolean {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  try {
    // Unlike a rename, a link never replaces another file.
    putFile(path, text, { isDurable: true, put: linkSync });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}

interface Putting {
  readonly isDurable: boolean;
  readonly put: (temporary: string, path: string) => void;
}

function putFile(path: string, text: string, { isDurable, put }: Putting): void {
  const temporary = `${path}.${process.getBuiltinModule("node:crypto").randomBytes(6).toString("hex")}.tmp`;
  try {
    const file = openSync(temporary, "wx", 0o600);
    try {
      writeFileSync(file, text);
      if (isDurable) fsyncSync(file);
    } finally {
      closeSync(file);
    }
    put(temporary, path);
  } finally {
    rmSync(temporary, { force: true });
  }
  if (isDurable) syncFolder(dirname(path));
}
