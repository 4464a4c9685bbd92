import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { until } from "@reprise/testkit";
import { packVscode } from "../../../../scripts/pack-vscode.mjs";
import { startBrowser } from "../examples/browser.ts";
import { isAlive, LiveStage } from "../live-stage.ts";
import { Editor } from "./editor.ts";
import { type EditorBrowser, EditorWindow } from "./window.ts";

/** A real VS Code with the packed extension, the built program, the real Codex and a scripted model. */
export class EditorStage {
  readonly live: LiveStage;
  readonly #editor: Editor;
  readonly #browser: EditorBrowser;

  private constructor(live: LiveStage, editor: Editor, browser: EditorBrowser) {
    this.live = live;
    this.#editor = editor;
    this.#browser = browser;
  }

  static async open(): Promise<EditorStage> {
    const live = await LiveStage.open("editor");
    const editor = new Editor(live.folder("editor"), live.env);
    const [browser] = await Promise.all([
      startBrowser(),
      packVscode()
        .then((extension) => editor.install(extension))
        .then(() => editor.start()),
    ]);
    return new EditorStage(live, editor, browser as unknown as EditorBrowser);
  }

  /** A window with a folder. */
  async window(folder: string): Promise<EditorWindow> {
    const page = await this.#browser.newPage({ viewport: { width: 1400, height: 900 } });
    await page.goto(this.#editor.addressOf(folder));
    return new EditorWindow(page);
  }

  /** The processes of `reprise open`. */
  servers(): number[] {
    const folder = this.live.folder("state/servers");
    return readdirSync(folder)
      .filter((name) => /^\d+\.json$/.test(name))
      .map((name) => JSON.parse(readFileSync(join(folder, name), "utf8")).process.pid as number)
      .filter(isAlive);
  }

  async killServers(): Promise<void> {
    const servers = this.servers();
    for (const pid of servers) process.kill(pid, "SIGKILL");
    await until(() => !servers.some(isAlive), { what: "the end of the server" });
  }

  async close(): Promise<void> {
    await this.#browser.close();
    await this.#editor.close();
    await this.killServers();
    await this.live.close();
  }
}
