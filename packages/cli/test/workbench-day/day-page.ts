import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { PromptInput, WorkbenchAction, WorkbenchView } from "@reprise/model";
import { Page } from "@reprise/testkit";
import { httpWorkbenches } from "@reprise/web/client";
import { enter } from "../open-stage.ts";
import type { WorkbenchStage } from "../page/workbench-stage.ts";

/** `asked`: the answer of the server never came. */
type Told = "asked" | "acknowledged";

/** A tab that stays open over every kill, and what it was told. */
export class DayPage {
  readonly page: Page;
  readonly stage: WorkbenchStage;
  readonly prompts = new Map<string, Told>();
  draft: { readonly text: string; readonly told: Told } | null = null;

  private constructor(page: Page, stage: WorkbenchStage) {
    this.page = page;
    this.stage = stage;
  }

  static async open(stage: WorkbenchStage): Promise<DayPage> {
    const { cookie } = await enter(stage.program.link);
    const { origin } = stage.program.link;
    const workbenches = httpWorkbenches(
      (path, init = {}) => fetch(origin + path, { ...init, headers: { ...init.headers, cookie, origin } }),
      { pauses: [50] },
    );
    return new DayPage(await Page.open(workbenches, stage.folder), stage);
  }

  get view(): WorkbenchView {
    return this.page.view;
  }

  /** False if it was not acknowledged: the server died, or refused. */
  async act(action: WorkbenchAction): Promise<boolean> {
    return this.page.act(action).then(
      ({ message }) => message === null || action.type !== "send",
      () => false,
    );
  }

  async type(text: string, inputs: readonly PromptInput[] = []): Promise<boolean> {
    this.draft = { text, told: "asked" };
    const isSaved = await this.act({ type: "draft", text, cursor: text.length, inputs });
    if (isSaved) this.draft = { text, told: "acknowledged" };
    return isSaved;
  }

  /** As a page does: what is sent was a draft before. */
  async send(text: string, inputs: readonly PromptInput[] = []): Promise<boolean> {
    if (!(await this.type(text, inputs))) return false;
    this.prompts.set(text, "asked");
    if (!(await this.act({ type: "send", text, inputs, steers: false }))) return false;
    this.prompts.set(text, "acknowledged");
    this.draft = null;
    return true;
  }

  /** How often the agent's own logs have the prompt. */
  inLogs(prompt: string): number {
    const folder = join(this.stage.agentHome, "sessions");
    const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
    const lines = names
      .filter((name) => name.endsWith(".jsonl"))
      .flatMap((name) => readFileSync(join(folder, name), "utf8").split("\n"));
    return lines.filter((line) => line.includes('"role":"user"') && line.includes(prompt)).length;
  }
}
