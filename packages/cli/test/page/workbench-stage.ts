import { spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import {
  claude,
  codex,
  disposeAll,
  locateBinary,
  type Model,
  makeScratch,
  type Scratch,
  startModel,
} from "@reprise/testkit";
import { shareBrowser } from "../examples/browser.ts";
import { OpenProgram } from "../open-stage.ts";
import type { WalkContext, WalkPage } from "./walk-page.ts";
import { message } from "./walks.ts";

const reprise = fileURLToPath(new URL("../../../../bin/reprise", import.meta.url));

/** A browser whose pages tests walk through. */
export interface WalkBrowser {
  newContext(options?: {
    readonly viewport?: { readonly width: number; readonly height: number };
    readonly colorScheme?: "light" | "dark";
  }): Promise<WalkContext>;
  close(): Promise<void>;
}

export async function startWalkBrowser(): Promise<WalkBrowser> {
  return (await shareBrowser()) as unknown as WalkBrowser;
}

/** The built `reprise open`, the real Codex and a scripted model, in folders of their own. */
export class WorkbenchStage {
  readonly model: Model;
  readonly #scratch: Scratch;
  readonly #env: Record<string, string>;
  readonly #started: OpenProgram[] = [];
  readonly #models: Model[] = [];
  #program: OpenProgram | null = null;

  private constructor(scratch: Scratch, model: Model, env: Record<string, string>) {
    this.#scratch = scratch;
    this.model = model;
    this.#env = env;
  }

  static async open(
    name: string,
    {
      program = locateBinary("codex").command,
      env = {},
    }: { readonly program?: string; readonly env?: Readonly<Record<string, string>> } = {},
  ): Promise<WorkbenchStage> {
    const scratch = await makeScratch(name);
    const model = await startModel(codex.modelKind);
    const home = await codex.prepareHome({ home: scratch.home, model });
    const own = {
      REPRISE_STATE: join(scratch.root, "state"),
      REPRISE_CACHE: join(scratch.root, "cache"),
      REPRISE_CODEX_BIN: program,
      REPRISE_GEMINI_BIN: join(scratch.root, "gemini"),
    };
    return new WorkbenchStage(scratch, model, { ...home.env, ...own, ...env });
  }

  /** Claude Code as well, from the next start of the server on; answers with its model. */
  async addClaude(): Promise<Model> {
    const model = await startModel(claude.modelKind);
    this.#models.push(model);
    const { env } = await claude.prepareHome({ home: this.#scratch.home, model });
    // Without it, Claude Code refuses full access to a superuser, which test machines are.
    const own = { REPRISE_CLAUDE_BIN: locateBinary("claude").command, IS_SANDBOX: "1" };
    Object.assign(this.#env, { ...env, ...own });
    return model;
  }

  get folder(): string {
    return this.#scratch.workspace;
  }

  get state(): string {
    return join(this.#scratch.root, "state");
  }

  /** The program of Gemini CLI, which is not there. */
  get absentProgram(): string {
    return this.#env.REPRISE_GEMINI_BIN ?? "";
  }

  /** Of Codex. */
  get agentHome(): string {
    return this.#env.CODEX_HOME ?? "";
  }

  put(name: string, text: string): void {
    writeFileSync(join(this.folder, name), text);
  }

  text(name: string): string {
    return readFileSync(join(this.folder, name), "utf8");
  }

  get program(): OpenProgram {
    if (this.#program === null) throw new Error("Nothing is served.");
    return this.#program;
  }

  /** Another `reprise` of the same person. */
  spawn(...args: readonly string[]): OpenProgram {
    const program = new OpenProgram(spawn(reprise, args, { env: this.#env, cwd: this.folder }));
    this.#started.push(program);
    return program;
  }

  /** Starts `reprise open`, on the same port as before if there was one; else on one that no other test's server takes meanwhile. */
  async serve(args: readonly string[] = []): Promise<void> {
    const port = args.includes("--port") ? [] : ["--port", this.#program?.link.port ?? "0"];
    const program = this.spawn("open", "--json", "--no-browser", ...port, ...args);
    await program.started();
    if (program.hasEnded) throw new Error(`reprise open ended: ${program.stderr}`);
    this.#program = program;
  }

  /** Kills the server, and with it the agent that it runs. */
  async kill(): Promise<void> {
    await this.program.kill("SIGKILL");
  }

  /** A page of the workbench; everything that the browser complains about is in `problems`. */
  async enter(context: WalkContext): Promise<{ readonly page: WalkPage; readonly problems: string[] }> {
    const page = await context.newPage();
    page.setDefaultTimeout(120_000); // only against hanging
    const problems: string[] = [];
    page.on("pageerror", (error) => problems.push(String(error)));
    page.on("console", (line) => problems.push(line.text()));
    await page.goto(this.program.link.href);
    await this.show(page);
    return { page, problems };
  }

  /** `folder`: for a page that was not opened for one. */
  async show(page: WalkPage, folder?: string): Promise<void> {
    const search = folder === undefined ? "" : `?folder=${encodeURIComponent(folder)}`;
    await page.evaluate(`location.hash = "#/workbench${search}"`);
    await message(page).waitFor();
  }

  async close(): Promise<void> {
    for (const program of this.#started) await program.kill("SIGKILL");
    await disposeAll();
    for (const model of [this.model, ...this.#models]) await model.close();
    await this.#scratch.remove();
  }
}
