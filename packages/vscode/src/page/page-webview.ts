import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { HostMessage, PageMessage } from "@reprise/web/embedding";
import * as vscode from "vscode";
import { type CallServer, Forwarder } from "../bridge/forwarder.ts";
import { readMessage } from "../bridge/read-message.ts";
import { pageHtml } from "./page-html.ts";

export type Link = Extract<PageMessage, { type: "open-file" | "open-diff" }>;

export interface PageParts {
  /** The built page. */
  readonly folder: vscode.Uri;
  /** A stylesheet for pages in an editor. */
  readonly style: vscode.Uri;
  readonly call: CallServer;
  readonly onLink: (link: Link) => void;
  /** Where a page starts that has no route of its own. */
  readonly startRoute: () => string;
}

/** The page in one webview, as long as that is there. */
export class PageWebview {
  readonly #webview: vscode.Webview;
  readonly #parts: PageParts;
  readonly #forwarder: Forwarder;
  readonly #subscription: vscode.Disposable;
  #isStarted = false;
  #waitingRoute: string | null = null;

  constructor(webview: vscode.Webview, parts: PageParts) {
    this.#webview = webview;
    this.#parts = parts;
    this.#forwarder = new Forwarder(parts.call, (message) => this.#post(message));
    webview.options = {
      enableScripts: true,
      localResourceRoots: [parts.folder, vscode.Uri.joinPath(parts.style, "..")],
    };
    this.#subscription = webview.onDidReceiveMessage((value) => this.#take(readMessage(value)));
  }

  /** Loads the page, or loads it again. */
  async load(): Promise<void> {
    const { folder, style, startRoute } = this.#parts;
    const addressOf = (uri: vscode.Uri) => this.#webview.asWebviewUri(uri).toString();
    this.#isStarted = false;
    const index = await readFile(vscode.Uri.joinPath(folder, "index.html").fsPath, "utf8");
    this.#webview.html = pageHtml({
      index,
      source: this.#webview.cspSource,
      nonce: randomBytes(18).toString("base64url"),
      addressOf: (file) => addressOf(vscode.Uri.joinPath(folder, file)),
      style: addressOf(style),
      route: startRoute(),
    });
  }

  /** Goes to a route, as soon as the page can. */
  show(route: string): void {
    if (this.#isStarted) this.#post({ type: "show", route });
    else this.#waitingRoute = route;
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#forwarder.close();
  }

  #take(message: PageMessage | null): void {
    if (message === null) return;
    if (message.type === "open-file" || message.type === "open-diff") return this.#parts.onLink(message);
    this.#forwarder.take(message);
    if (message.type !== "start") return;
    this.#isStarted = true;
    if (this.#waitingRoute !== null) this.show(this.#waitingRoute);
    this.#waitingRoute = null;
  }

  #post(message: HostMessage): void {
    void this.#webview.postMessage(message);
  }
}
