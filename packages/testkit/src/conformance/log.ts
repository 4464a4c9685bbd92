import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import {
  appendFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type DiskTrouble, onFailingDisk } from "../host/failing-disk.ts";

export interface LogStage {
  readonly path: string;
  /** Adds a record as a new process would. Durable when it resolves; rejects if it could not be saved. */
  write(mark: string): Promise<void>;
  /** The marks of the records, in order; rejects if the file is refused. */
  read(): Promise<readonly string[]>;
  /** What readers are told to be damaged. */
  damageCount(): Promise<number>;
  close(): Promise<void>;
}

/** What differs between logs, by their formats. */
export interface LogPromises {
  /** A line of a newer version, and what becomes of the file; null: the format has no versions. */
  readonly newer: { readonly line: string; readonly is: "refused" | "passed over" } | null;
  /** A link in place of the file. `replaced`: by a file of ours. */
  readonly link: "followed" | "refused" | "replaced";
  /** Whether records are added behind a line that cannot be read. */
  readonly damaged: "continued" | "not continued";
  /** A program that writes the marks in its arguments to the log at the first; null: writers exclude each other by a lock that they hold. */
  readonly program: string | null;
  /** The folder is somebody else's. */
  readonly isShared?: boolean;
  /** Bytes from one cut to the next, unless it is a campaign. */
  readonly cutStep?: number;
}

/** The promises of every append-only file: nothing that was reported as saved is lost, whatever happens to its writer or its disk. */
export function describeLog(name: string, open: () => Promise<LogStage>, promises: LogPromises): void {
  describe(`${name}: a log`, () => {
    let stage: LogStage;
    beforeEach(async () => {
      stage = await open();
    });
    afterEach(() => stage.close());

    const bytes = () => readFileSync(stage.path);
    const write = async (...marks: readonly string[]) => {
      for (const mark of marks) await stage.write(mark);
    };
    const folder = () => dirname(stage.path);

    it("has every record in order, and is its owner's alone", async () => {
      expect(await stage.read()).toEqual([]);
      await write("one", "two", "three");
      expect(await stage.read()).toEqual(["one", "two", "three"]);
      expect(await stage.damageCount()).toBe(0);
      expect(statSync(stage.path).mode & 0o777).toBe(0o600);
      if (promises.isShared !== true) expect(statSync(folder()).mode & 0o077).toBe(0);
    });

    it("cut after any byte, loses at most the record that was cut off, and takes the next one", async () => {
      await write("one");
      const first = bytes().length;
      await write("two");
      const whole = bytes();
      const others = new Set(readdirSync(folder()));
      const step = process.env.REPRISE_WHOLE === "1" ? 1 : (promises.cutStep ?? 1);
      for (let cut = 0; cut <= whole.length; cut += step) {
        writeFileSync(stage.path, whole.subarray(0, cut));
        const left = await stage.read();
        expect(["one", "two"].slice(0, left.length)).toEqual(left);
        if (cut >= first) expect([cut, left[0]]).toEqual([cut, "one"]);
        await write("three");
        expect([cut, await stage.read()]).toEqual([cut, [...left, "three"]]);
        expect([cut, await stage.damageCount()]).toEqual([cut, 0]);
        for (const made of readdirSync(folder()))
          if (!others.has(made)) rmSync(join(folder(), made), { recursive: true });
      }
    });

    it.each<DiskTrouble>([
      ...[0, 1, 70].map((room) => ({ code: "ENOSPC", room, refusesSync: false }) as const),
      { code: "EIO", room: 20, refusesSync: false },
      { code: "EIO", room: Number.POSITIVE_INFINITY, refusesSync: true },
    ])(
      "on a disk with $code after $room bytes, says that it is not saved, and goes on once it can",
      async (trouble) => {
        await write("one");
        await onFailingDisk(trouble, () => expect(stage.write("two")).rejects.toThrow());
        const left = await stage.read();
        expect(["one", "two"].slice(0, Math.max(left.length, 1))).toEqual(left);
        await write("three");
        expect(await stage.read()).toEqual([...left, "three"]);
        expect(await stage.damageCount()).toBe(0);
      },
    );

    const { newer } = promises;
    it.runIf(newer)(`of a newer version is ${newer?.is}, and stays as it is`, async () => {
      await write("one");
      appendFileSync(stage.path, `${newer?.line}\n`);
      const before = bytes();
      if (newer?.is === "refused") {
        await expect(stage.read()).rejects.toMatchObject({ code: "newer-version" });
        await expect(stage.write("two")).rejects.toMatchObject({ code: "newer-version" });
        expect(bytes()).toEqual(before);
      } else {
        await write("two");
        expect(await stage.read()).toEqual(["one", "two"]);
        expect(bytes().subarray(0, before.length)).toEqual(before);
      }
    });

    it(`with a line that cannot be read has all others, keeps it, and is ${promises.damaged}`, async () => {
      await write("one", "two", "three");
      const lines = bytes().toString().split("\n");
      const at = lines.findIndex((line) => line.includes("two"));
      const bad = `x${lines[at]?.slice(1)}`;
      writeFileSync(stage.path, lines.with(at, bad).join("\n"));
      expect(await stage.read()).toEqual(["one", "three"]);
      if (promises.damaged === "continued") {
        await write("four");
        expect(await stage.read()).toEqual(["one", "three", "four"]);
      } else {
        const before = bytes();
        await expect(stage.write("four")).rejects.toThrow();
        expect(bytes()).toEqual(before);
      }
      const kept = readdirSync(folder()).filter((file) => statSync(join(folder(), file)).isFile());
      expect(kept.some((file) => readFileSync(join(folder(), file), "utf8").includes(bad))).toBe(true);
    });

    it("that is empty has no records and takes some", async () => {
      mkdirSync(folder(), { recursive: true, mode: 0o700 });
      writeFileSync(stage.path, "");
      expect(await stage.read()).toEqual([]);
      await write("one");
      expect(await stage.read()).toEqual(["one"]);
    });

    it(`that is a link is ${promises.link}`, async () => {
      mkdirSync(folder(), { recursive: true, mode: 0o700 });
      const target = join(folder(), "..", "elsewhere");
      writeFileSync(target, "");
      symlinkSync(target, stage.path);
      if (promises.link === "refused") await expect(stage.write("one")).rejects.toThrow();
      else {
        await write("one");
        expect(await stage.read()).toEqual(["one"]);
      }
      expect(readFileSync(target, "utf8").includes("one")).toBe(promises.link === "followed");
    });

    it.each(["a named pipe", "a device", "a folder"])(
      "is never waited for in %s, nor written into it",
      async (kind) => {
        mkdirSync(folder(), { recursive: true, mode: 0o700 });
        if (kind === "a named pipe") execFileSync("mkfifo", [stage.path]);
        else if (kind === "a device") symlinkSync("/dev/zero", stage.path);
        else mkdirSync(stage.path);
        const isSaved = await stage.write("one").then(
          () => true,
          () => false,
        );
        // A log that can be made anew moves what is in its way aside.
        if (isSaved) expect(await stage.read()).toEqual(["one"]);
      },
    );

    it("that cannot be made says so", async () => {
      mkdirSync(dirname(folder()), { recursive: true });
      rmSync(folder(), { recursive: true, force: true });
      writeFileSync(folder(), "a file where the folder should be");
      await expect(stage.write("one")).rejects.toThrow();
      expect(readFileSync(folder(), "utf8")).toBe("a file where the folder should be");
    });

    it.runIf(promises.program !== null)("has what two writers append at once, each record once", async () => {
      const marks = (of: string) => Array.from({ length: 12 }, (_, index) => `${of}${index}`);
      const ended = ["a", "b"].map((of) => {
        const flags = ["--disable-warning=ExperimentalWarning", "--input-type=module", "-e", promises.program ?? ""];
        const child = spawn(process.execPath, [...flags, stage.path, ...marks(of)], { stdio: "inherit" });
        return once(child, "close");
      });
      expect((await Promise.all(ended)).map(([code]) => code)).toEqual([0, 0]);
      const read = await stage.read();
      for (const one of ["a", "b"]) expect(read.filter((mark) => mark.startsWith(one))).toEqual(marks(one));
      expect(await stage.damageCount()).toBe(0);
    });
  });
}
