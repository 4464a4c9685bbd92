import { existsSync, readFileSync } from "node:fs";
import { cp, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { nodeHost } from "@reprise/core";
import type { AnnotationChange, SessionId, SessionSummary } from "@reprise/model";
import { makeScratch, type Scratch } from "@reprise/testkit";
import { annotationsPath } from "../../src/annotations/annotation-file.ts";
import { writeAnnotation } from "../../src/annotations/write-annotation.ts";
import { usualLimits } from "../../src/bundle/limits.ts";
import { openBundles } from "../../src/bundles.ts";
import { openLibrary } from "../../src/library.ts";

const fixtures = fileURLToPath(new URL("../../../../fixtures", import.meta.url));
const never = new AbortController().signal;

/** A machine with recorded sessions and no agent. */
export class Holder {
  readonly scratch: Scratch;

  private constructor(scratch: Scratch) {
    this.scratch = scratch;
  }

  static async make(): Promise<Holder> {
    return new Holder(await makeScratch("bundle"));
  }

  file(...names: string[]): string {
    return join(this.scratch.root, ...names);
  }

  home(...names: string[]): string {
    return join(this.scratch.home, ...names);
  }

  get env(): Record<string, string> {
    return {
      HOME: this.scratch.home,
      PATH: process.env.PATH ?? "",
      REPRISE_STATE: this.file("state"),
      REPRISE_CACHE: this.file("cache"),
    };
  }

  /** A recording of `fixtures` into an agent's home. */
  async place(recording: string, folder: string, as: string): Promise<void> {
    await cp(join(fixtures, recording, folder), this.home(as, folder), { recursive: true });
    const registry = join(fixtures, recording, "projects.json");
    if (existsSync(registry)) await cp(registry, this.home(as, "projects.json"));
  }

  async write(path: string, text: string | Uint8Array): Promise<string> {
    const full = this.file(path);
    await mkdir(join(full, ".."), { recursive: true });
    await writeFile(full, text);
    return full;
  }

  read(...names: string[]): string {
    return readFileSync(this.home(...names), "utf8");
  }

  has(...names: string[]): boolean {
    return existsSync(this.home(...names));
  }

  hasState(...names: string[]): boolean {
    return existsSync(this.file("state", ...names));
  }

  annotate(session: SessionId, change: AnnotationChange) {
    return writeAnnotation(annotationsPath(this.file("state")), session, change, nodeHost(this.env));
  }

  async sessions(): Promise<readonly SessionSummary[]> {
    return this.#with(async ({ library }) => {
      const page = await library.list({ scope: "all", includeEmpty: true });
      return page.sessions;
    });
  }

  async bundle(session: string, { isRedacted = false } = {}): Promise<string> {
    const path = this.file(`${isRedacted}.bundle`);
    const wish = { session, path, replaces: true, isRedacted, isDryRun: false, signal: never };
    await this.#with(({ bundles }) => bundles.bundle(wish));
    return path;
  }

  unbundle(path: string, ...moves: { from: string; to: string }[]) {
    const wish = { path, moves, home: null, limits: usualLimits, isDryRun: false, signal: never };
    return this.#with(({ bundles }) => bundles.unbundle(wish));
  }

  async #with<T>(use: (open: Open) => Promise<T>): Promise<T> {
    const host = nodeHost(this.env);
    const library = openLibrary(host);
    try {
      return await use({ library, bundles: openBundles(host, { version: "0.0.0", library }) });
    } finally {
      library.close();
    }
  }
}

interface Open {
  readonly library: ReturnType<typeof openLibrary>;
  readonly bundles: ReturnType<typeof openBundles>;
}
