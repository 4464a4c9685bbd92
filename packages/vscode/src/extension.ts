/**
 * The page of Reprise inside VS Code. It sees model and web/app/embedding/, the other end of the bridge.
 *
 * - how a server is found, started and left: server/page-server.ts, server/reprise-program.ts, server/sign-in.ts
 * - requests of the page to the server: bridge/forwarder.ts; what the page may ask for: bridge/allowed-path.ts, bridge/read-message.ts
 * - the webviews: page/pages.ts, page/page-webview.ts, page/page-html.ts
 * - files and diffs in the editor's own: editor/open-file.ts, editor/diffs.ts
 * - interrupted work that is offered: offers/offers.ts, offers/new-interruptions.ts
 */

import * as vscode from "vscode";
import { Diffs } from "./editor/diffs.ts";
import { openFile } from "./editor/open-file.ts";
import { offerNowAndLater } from "./offers/offer-times.ts";
import { Offers } from "./offers/offers.ts";
import { Pages } from "./page/pages.ts";
import { folderRoute } from "./page/routes.ts";
import { PageServer } from "./server/page-server.ts";
import { repriseProgram } from "./server/reprise-program.ts";
import { stopServer } from "./server/stop-server.ts";
import { showProblems } from "./show-problems.ts";

const settings = () => vscode.workspace.getConfiguration("reprise");

/** Wires everything; nothing runs before the page is shown but a look at what was interrupted. */
export function activate(context: vscode.ExtensionContext): void {
  const log = vscode.window.createOutputChannel("Reprise", { log: true });
  const program = repriseProgram(() => settings().get("program", "reprise"));
  const server = new PageServer(program, showProblems(log));
  const diffs = new Diffs();
  const at = (path: string) => vscode.Uri.joinPath(context.extensionUri, path);
  const pages = new Pages(
    {
      folder: at("page"),
      style: at("media/editor.css"),
      call: server.call,
      onLink: (link) => void (link.type === "open-file" ? openFile(link) : diffs.open(link)),
      startRoute: () => folderRoute(vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? null),
    },
    at("media/activity.svg"),
  );
  const offers = new Offers(program, context.workspaceState, (route) => pages.showInSideBar(route));
  const restart = async () => {
    server.forget();
    await pages.reload();
  };
  const command = (name: string, run: () => Promise<void>) => vscode.commands.registerCommand(`reprise.${name}`, run);
  context.subscriptions.push(
    ...[log, pages.register(), diffs.register()],
    command("show", () => pages.showInSideBar()),
    command("openInEditor", () => pages.openInEditor()),
    command("resume", () => offers.choose()),
    command("restart", restart),
    command("stop", async () => void vscode.window.showInformationMessage(await stopServer(server))),
  );
  const offerAgain = offerNowAndLater({
    offer: () => offers.offerNew(),
    isWanted: () => settings().get("offerToResume", true),
    onProblem: ({ message }) => log.warn(message),
  });
  context.subscriptions.push(vscode.workspace.onDidChangeWorkspaceFolders(offerAgain));
}
