import { statfsSync, statSync } from "node:fs";

/** A change in the same moment as the look may keep the folder's times. */
const settlesMs = 2000;

/**
 * File systems of this machine's kernel that change a folder's times with its entries, always and at once: ext, XFS, Btrfs, tmpfs, overlayfs,
 * F2FS, ZFS, bcachefs; on macOS APFS and HFS+. Others (network, FUSE, FAT) keep, round or invent them.
 */
const exactTypes: Partial<Record<NodeJS.Platform, readonly number[]>> = {
  linux: [0xef53, 0x58465342, 0x9123683e, 0x01021994, 0x794c7630, 0xf2f52010, 0x2fc12fc1, 0xca451a4e],
  darwin: [0x1a, 0x11],
};

/**
 * Changes with the entries of a folder: what is created, removed or renamed in it sets its change time, which no program can set back.
 * Says nothing about the files in it: one that grows leaves its folder alone.
 */
export function proofOf(folder: string): string | null {
  const found = statSync(folder, { throwIfNoEntry: false });
  return found?.isDirectory() ? `${found.dev} ${found.ino} ${found.mtimeMs} ${found.ctimeMs}` : null;
}

/** Whether the proof, taken before the folder was listed, holds at later looks. */
export function isLasting(proof: string, folder: string): boolean {
  const changedMs = Math.max(...proof.split(" ").slice(2).map(Number));
  return Date.now() - changedMs > settlesMs && isExact(folder);
}

function isExact(folder: string): boolean {
  const types = exactTypes[process.platform];
  try {
    return types?.includes(statfsSync(folder).type) === true;
  } catch {
    return false;
  }
}
