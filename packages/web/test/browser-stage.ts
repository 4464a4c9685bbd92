import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Given, linkTo } from "../src/server/index.ts";
import { type RawAnswer, Stage, token } from "./stage.ts";

export const bearer = { authorization: `Bearer ${token}` };

/** A server with a small page in a folder, and what is beside that folder. */
export class BrowserStage {
  readonly stage: Stage;
  readonly #root: string;

  private constructor(stage: Stage, root: string) {
    this.stage = stage;
    this.#root = root;
  }

  static async open(given: Partial<Given> = {}): Promise<BrowserStage> {
    const root = mkdtempSync(join(tmpdir(), "reprise-page-"));
    const pageFolder = join(root, "page");
    mkdirSync(join(pageFolder, "assets"), { recursive: true });
    writeFileSync(join(root, "secret.js"), "secret");
    writeFileSync(join(pageFolder, "index.html"), "<title>The page</title>");
    writeFileSync(join(pageFolder, "assets", "index-abc.js"), "export {};");
    writeFileSync(join(pageFolder, "assets", "notes.txt"), "not a part of a page");
    return new BrowserStage(await Stage.open({ pageFolder, ...given }), root);
  }

  get url(): string {
    return this.stage.url;
  }

  raw(path: string, headers: Record<string, string> = {}, method = "GET", body = ""): Promise<RawAnswer> {
    return this.stage.raw(path, headers, method, body);
  }

  /** A part of the page that comes later, as with an update. */
  addAsset(name: string, text: string): void {
    writeFileSync(join(this.#root, "page", "assets", name), text);
  }

  /** The path of a new link. */
  link(folder = "/projects/shop"): string {
    return linkTo("", this.stage.server.newKey(folder));
  }

  /** What a browser sends after it has opened a link. */
  async cookie(): Promise<{ cookie: string }> {
    const { headers } = await this.raw(this.link());
    return { cookie: headers["set-cookie"]?.[0]?.split(";")[0] ?? "" };
  }

  async close(): Promise<void> {
    await this.stage.close();
    rmSync(this.#root, { recursive: true });
  }
}
