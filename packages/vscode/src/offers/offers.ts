import * as vscode from "vscode";
import { restoreRoute, statusRoute } from "../page/routes.ts";
import type { RepriseProgram } from "../server/reprise-program.ts";
import { type Interruption, interruptionsIn } from "./interruption.ts";
import { type Memory, newInterruptions } from "./new-interruptions.ts";

const RESUME = "Resume This Session";
const SHOW_ALL = "Show All";

/** Proposes to resume what was interrupted. Only opens the page, where the person decides. */
export class Offers {
  readonly #program: RepriseProgram;
  readonly #memory: Memory;
  readonly #show: (route: string) => Promise<void>;

  constructor(program: RepriseProgram, memory: Memory, show: (route: string) => Promise<void>) {
    this.#program = program;
    this.#memory = memory;
    this.#show = show;
  }

  /** Once for each interruption. */
  async offerNew(): Promise<void> {
    const [first, ...others] = await newInterruptions(await this.#interruptions(), this.#memory);
    if (first === undefined) return;
    const more = others.length === 0 ? "" : ` ${others.length} more were too.`;
    const buttons = others.length === 0 ? [RESUME] : [RESUME, SHOW_ALL];
    const text = `A session of this project was interrupted: “${first.title}” (${first.agent}).${more}`;
    const chosen = await vscode.window.showInformationMessage(text, ...buttons);
    if (chosen === RESUME) await this.#show(restoreRoute(first.session));
    if (chosen === SHOW_ALL) await this.#show(statusRoute);
  }

  /** For a person who asks. */
  async choose(): Promise<void> {
    const found = await this.#interruptions();
    if (found.length === 0) {
      await vscode.window.showInformationMessage("No session of this project was interrupted.");
      return;
    }
    const rows = found.map(({ session, title, agent }) => ({ label: title, description: agent, session }));
    const chosen = rows.length === 1 ? rows[0] : await vscode.window.showQuickPick(rows, { title: "Resume a Session" });
    if (chosen !== undefined) await this.#show(restoreRoute(chosen.session));
  }

  async #interruptions(): Promise<readonly Interruption[]> {
    const folders = (vscode.workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme === "file");
    const outputs = folders.map(({ uri }) => this.#program.output(["status", "--json", "--cwd", uri.fsPath]));
    return (await Promise.all(outputs)).flatMap(interruptionsIn);
  }
}
