import { workFiles } from "../../host/git/work-files.ts";
import type { Host } from "../../host/host.ts";

/** Listing a large workspace with every letter would be slow. */
const freshMs = 5000;

/** The names of the files in a workspace, as they were a moment ago. */
export class RecentFiles {
  readonly #root: string;
  readonly #host: Pick<Host, "env" | "ticks">;
  #listed: { readonly names: Promise<readonly string[] | null>; readonly at: number } | null = null;

  constructor(root: string, host: Pick<Host, "env" | "ticks">) {
    this.#root = root;
    this.#host = host;
  }

  async get(): Promise<readonly string[]> {
    const now = this.#host.ticks();
    if (this.#listed === null || now - this.#listed.at > freshMs)
      this.#listed = { names: workFiles(this.#root, this.#host.env), at: now };
    return (await this.#listed.names) ?? [];
  }
}
