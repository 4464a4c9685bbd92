import { execFileSync } from "node:child_process";
import { mkdirSync, renameSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import type { ReviewReport } from "@reprise/model";
import { type GitHubPull, type LoopbackGitHub, type PtyProgram, startGitHub, until } from "@reprise/testkit";
import { type Ended, endOf, isAlive, LiveStage, type NamedRun, said } from "../live-stage.ts";

/** Against hanging only. */
const patience = { timeoutMs: 60_000 };
export const target = "octo/shop#42";
/** Nothing is asked, and files may be changed. */
export const freely = ["--sandbox", "danger-full-access", "--approval", "never"];

const cart = `export function total(prices: number[]): number {
  let sum = 0;
  for (const price of prices) sum += price;
  return sum;
}
`;

/** An edit of a file that a comment is about. */
export const cartPatch = [
  "*** Begin Patch",
  "*** Update File: src/cart.ts",
  "@@",
  "-  let sum = 0;",
  "+  let sum = 0; // in cents",
  "*** End Patch",
].join("\n");

/** The built program, the real Codex, a scripted model and a GitHub on this machine, with a clone of a pull request. */
export class ReviewStage {
  readonly live: LiveStage;
  readonly github: LoopbackGitHub;
  readonly checkout: string;
  readonly #pull: GitHubPull;

  private constructor(live: LiveStage, github: LoopbackGitHub) {
    this.live = live;
    this.github = github;
    this.checkout = live.folder("shop");
    this.#pull = github.add({ owner: "octo", repository: "shop", number: 42 });
  }

  static async open(name: string): Promise<ReviewStage> {
    const live = await LiveStage.open(name);
    const github = await startGitHub();
    github.tokens.add("a-token");
    live.set({ GH_HOST: github.host, GH_TOKEN: "a-token" });
    const stage = new ReviewStage(live, github);
    stage.clone(stage.checkout, "octo/shop");
    return stage;
  }

  async close(): Promise<void> {
    await this.live.close();
    await this.github.close();
  }

  /** A repository with this remote, and files that comments are about. */
  clone(folder: string, repository: string): void {
    mkdirSync(join(folder, "src"), { recursive: true });
    writeFileSync(join(folder, "src", "cart.ts"), cart);
    writeFileSync(join(folder, "src", "tax.ts"), "export const rate = 0.2;\n");
    const git = (...args: string[]) => execFileSync("git", args, { cwd: folder, stdio: "ignore" });
    git("init", "-q", "-b", "main");
    git("config", "user.name", "T");
    git("config", "user.email", "t@example.com");
    git("remote", "add", "origin", `${this.github.origin}/${repository}.git`);
    git("add", ".");
    git("commit", "-qm", "start");
  }

  fillPullRequest(): void {
    this.#pull.comments = [
      { id: 1, author: "alice", path: "src/cart.ts", line: 2, body: "Use integers for money." },
      { id: 2, author: "bob", path: "src/tax.ts", line: 1, body: "Where does this come from?" },
    ];
  }

  /** A comment of this id says this from now on. */
  say(id: number, body: string): void {
    const old = this.#pull.comments.find((one) => one.id === id);
    const others = this.#pull.comments.filter((one) => one !== old);
    this.#pull.comments = [...others, { author: "alice", path: "src/cart.ts", line: 3, ...old, id, body }];
  }

  /** What came after the comments that were there at first. */
  posted(): { readonly inReplyTo: number; readonly body: string }[] {
    return this.#pull.comments.flatMap(({ replyTo, body }) =>
      replyTo == null ? [] : [{ inReplyTo: replyTo, body: body ?? "" }],
    );
  }

  /** Another pull request, whose comments are in a file. */
  offline(name: string, ...args: string[]): Promise<Ended> {
    return this.live.run(this.checkout, "review", name, ...this.offlineArgs(), ...args);
  }

  offlineArgs(): string[] {
    const path = join(this.live.folder("comments"), "comments.jsonl");
    writeFileSync(path, '{"id":1,"author":"alice","file_path":"src/cart.ts","body":"Use integers for money."}\n');
    return ["--comments", path, "--force"];
  }

  review(...args: string[]): Promise<Ended> {
    return this.live.run(this.checkout, "review", target, ...args);
  }

  fresh(...args: string[]): Promise<Ended> {
    return this.review("--run", "--fresh", "--json", ...freely, ...args);
  }

  async report(): Promise<ReviewReport> {
    const { stdout, stderr, code } = await this.review("--report", "--json");
    if (code !== 0) throw new Error(stderr);
    return JSON.parse(stdout) as ReviewReport;
  }

  /** A run that waits in the middle of a reply, after a command of the agent. */
  async working(args: readonly string[] = [], name = target): Promise<Working> {
    const { model } = this.live;
    const before = model.requests.filter(({ number }) => number !== null).length;
    model.push(
      [{ call: { name: "exec_command", arguments: { cmd: "echo looked" } } }],
      [{ text: "I have looked at the comments.", chunks: 2 }, { hang: true }, { text: " Done." }],
    );
    const known = new Set(this.live.runs().map(({ run }) => run));
    const program = this.live.start(this.checkout, "review", name, "--run", "--fresh", "--json", ...freely, ...args);
    await model.streamed({ reply: before + 2, action: 1 }, patience);
    const run = await this.live.runIn(
      this.checkout,
      (one) => one.isPersisted && one.status === "running" && !known.has(one.run),
    );
    return { run, ended: endOf(program) };
  }

  /** A run whose program and agent were killed. */
  async interrupted(args: readonly string[] = [], name = target): Promise<NamedRun> {
    const { run, ended } = await this.working(args, name);
    await this.live.kill(run);
    await ended;
    return run;
  }

  async killProgram({ process: own }: NamedRun): Promise<void> {
    if (!own) throw new Error("The run has no process.");
    process.kill(own.pid, "SIGKILL");
    await until(() => !isAlive(own.pid), { ...patience, what: "its death" });
  }

  /** As Codex archives it: the log moves to another folder. */
  async archive({ thread }: NamedRun): Promise<void> {
    const logs = await this.live.home.sessionFiles();
    const log = logs.find((path) => path.includes(String(thread)));
    if (log === undefined) throw new Error("The thread has no log.");
    const folder = join(this.live.codexHome, "archived_sessions");
    mkdirSync(folder, { recursive: true });
    renameSync(log, join(folder, basename(log)));
  }

  /** On a terminal, line by line. */
  plain(...args: string[]): PtyProgram {
    const words = ["review", target, "--run", "--plain", ...args];
    return this.live.openApp(this.checkout, { args: words, columns: 120, rows: 40 });
  }

  screen(): PtyProgram {
    return this.live.openApp(this.checkout, { args: ["review", target, ...freely], columns: 120, rows: 40 });
  }

  /** Answers every question with this key, until the program ends. */
  async agree(terminal: PtyProgram, key: string): Promise<void> {
    let isOver = false;
    void terminal.exited.then(() => {
      isOver = true;
    });
    const isAsking = () => terminal.raw().endsWith("[y/n] ");
    while (!isOver) {
      await until(() => isOver || isAsking(), { ...patience, what: "a question that takes keys, or the end" });
      if (isOver) return;
      terminal.type(key);
      await until(() => isOver || !isAsking(), { ...patience, what: `an echo of ${key}` });
    }
  }

  /** Every prompt about comments that the model was sent, in order. */
  prompts(): string[] {
    const texts = this.live.asked().flatMap((request) => said(request));
    return [...new Set(texts)].filter((text) => text.includes("BEGIN COMMENTS"));
  }

  /** The journals of the pull request. */
  journals(): string[] {
    return this.live
      .runs()
      .filter(({ scope }) => scope.kind === "pull-request")
      .map(({ journal }) => journal);
  }
}

export interface Working {
  readonly run: NamedRun;
  readonly ended: Promise<Ended>;
}
