import * as vscode from "vscode";
import { type PageParts, PageWebview } from "./page-webview.ts";

const VIEW = "reprise.page";
const PANEL = "reprise.panel";

/** The page in the side bar, and in any number of editor tabs. */
export class Pages implements vscode.WebviewViewProvider, vscode.WebviewPanelSerializer {
  readonly #parts: PageParts;
  readonly #icon: vscode.Uri;
  readonly #open = new Set<PageWebview>();
  #inSideBar: PageWebview | null = null;
  /** For the side bar, before it is there. */
  #waitingRoute: string | null = null;

  constructor(parts: PageParts, icon: vscode.Uri) {
    this.#parts = parts;
    this.#icon = icon;
  }

  /** Brings back what was open before the window was reloaded, too. */
  register(): vscode.Disposable {
    return vscode.Disposable.from(
      vscode.window.registerWebviewViewProvider(VIEW, this, {
        webviewOptions: { retainContextWhenHidden: true },
      }),
      vscode.window.registerWebviewPanelSerializer(PANEL, this),
      new vscode.Disposable(() => this.#close()),
    );
  }

  async showInSideBar(route: string | null = null): Promise<void> {
    if (this.#inSideBar === null) this.#waitingRoute = route;
    else if (route !== null) this.#inSideBar.show(route);
    await vscode.commands.executeCommand(`${VIEW}.focus`);
  }

  async openInEditor(): Promise<void> {
    const options = { retainContextWhenHidden: true, enableScripts: true };
    await this.deserializeWebviewPanel(
      vscode.window.createWebviewPanel(PANEL, "Reprise", vscode.ViewColumn.Active, options),
    );
  }

  async reload(): Promise<void> {
    await Promise.all([...this.#open].map((page) => page.load()));
  }

  async resolveWebviewView(view: vscode.WebviewView): Promise<void> {
    const page = this.#start(view.webview);
    this.#inSideBar = page;
    if (this.#waitingRoute !== null) page.show(this.#waitingRoute);
    this.#waitingRoute = null;
    view.onDidDispose(() => {
      this.#end(page);
      this.#inSideBar = null;
    });
    await page.load();
  }

  async deserializeWebviewPanel(panel: vscode.WebviewPanel): Promise<void> {
    const page = this.#start(panel.webview);
    panel.iconPath = this.#icon;
    panel.onDidDispose(() => this.#end(page));
    await page.load();
  }

  #start(webview: vscode.Webview): PageWebview {
    const page = new PageWebview(webview, this.#parts);
    this.#open.add(page);
    return page;
  }

  #end(page: PageWebview): void {
    this.#open.delete(page);
    page.dispose();
  }

  #close(): void {
    for (const page of this.#open) this.#end(page);
  }
}
