import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, readdirSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { bundleScript, spawnAgent } from "@reprise/testkit";
import { sealingWith } from "../../../src/workbench/store/sealing.ts";
import { StoreStage, Telling } from "../store-stage.ts";
import { lastNumber, problemsIn } from "./scripted-day.ts";

export type KillKind = "plain" | "rewrite" | "encrypted" | "rotation" | "migration" | "two-servers" | "full-disk";

const victim = new URL("./victim.ts", import.meta.url);
const fixture = new URL("../../fixtures/workspace/version-1.jsonl", import.meta.url);

/** One workspace that is killed again and again. */
export class KillSeries {
  readonly kind: KillKind;
  readonly #stage = new StoreStage();
  readonly #random: () => number;
  #acknowledged = 0;
  killCount = 0;
  tornCount = 0;
  leftoverCount = 0;

  constructor(kind: KillKind, random: () => number) {
    this.kind = kind;
    this.#random = random;
    const { isEncrypted } = this.#choice;
    this.#stage.settings = { ...this.#stage.settings, isEncrypted, key: "passphrase" };
    mkdirSync(this.#stage.state);
    if (kind === "full-disk") execFileSync("mount", ["-t", "tmpfs", "-o", "size=3m", "tmpfs", this.#stage.state]);
  }

  get acknowledged(): number {
    return this.#acknowledged;
  }

  /** The empty list is the good answer. */
  async kill(): Promise<string[]> {
    if (this.kind === "migration") this.#putOldFile();
    const children = this.kind === "two-servers" ? [this.#start(), this.#start()] : [this.#start()];
    try {
      await Promise.race([children[0]?.line((line) => line.startsWith("opened ")), sleep(20_000)]);
      if (this.kind === "migration") await sleep(this.#random() * 120);
      else if (this.kind === "rewrite") await this.#untilRewriting();
      else if (this.kind === "full-disk") await this.#fillNowAndThen();
      else await sleep(20 + this.#random() * 250);
      for (const child of children) {
        child.kill("SIGKILL");
        this.killCount += 1;
        if (this.kind === "two-servers") await sleep(this.#random() * 300);
      }
    } finally {
      for (const child of children) child.kill("SIGKILL");
      await Promise.all(children.map(({ exited }) => exited));
    }
    rmSync(join(this.#stage.state, "filler"), { force: true });
    const acknowledged = children.flatMap(({ lines }) => lines.map(Number).filter((one) => one > 0));
    this.#acknowledged = Math.max(this.#acknowledged, ...acknowledged);
    return this.#check();
  }

  remove(): void {
    if (this.kind === "full-disk") execFileSync("umount", ["-l", this.#stage.state]);
    this.#stage.remove();
  }

  get #choice() {
    const isEncrypted = this.kind === "encrypted" || this.kind === "rotation";
    return { root: this.#stage.root, isEncrypted, rotates: this.kind === "rotation" };
  }

  #start() {
    return spawnAgent({
      command: process.execPath,
      leadingArgs: ["--disable-warning=ExperimentalWarning"],
      hasInput: false,
      args: [bundleScript(victim), JSON.stringify(this.#choice)],
      cwd: this.#stage.root,
      env: { ...process.env, REPRISE_STATE: this.#stage.state },
    });
  }

  #putOldFile(): void {
    rmSync(this.#stage.own, { recursive: true, force: true });
    mkdirSync(this.#stage.own, { recursive: true });
    copyFileSync(fixture, this.#stage.path);
    this.#acknowledged = 0;
  }

  /** Until a temporary file shows that it is being rewritten. */
  async #untilRewriting(): Promise<void> {
    const isRewriting = () => readdirSync(this.#stage.own).some((name) => name.endsWith(".tmp"));
    for (let round = 0; round < 20_000 && !isRewriting(); round += 1)
      await new Promise((resolve) => setImmediate(resolve));
    const wait = this.#random() * 6;
    for (const until = performance.now() + wait; performance.now() < until; );
  }

  async #fillNowAndThen(): Promise<void> {
    const filler = join(this.#stage.state, "filler");
    for (let round = 0; round < 2; round += 1) {
      await sleep(this.#random() * 100);
      try {
        const { bavail, bsize } = statfsSync(this.#stage.state);
        writeFileSync(filler, Buffer.alloc(Math.max(0, bavail * bsize - Math.floor(this.#random() * 30_000))));
      } catch {} // it was faster to fill the disk
      await sleep(this.#random() * 150);
      if (this.#random() < 0.7) rmSync(filler, { force: true });
    }
    await sleep(this.#random() * 100);
  }

  async #check(): Promise<string[]> {
    const names = readdirSync(this.#stage.own, { encoding: "utf8" });
    this.leftoverCount += names.filter((name) => name.endsWith(".tmp")).length;
    const keys = this.#stage.keys();
    if (this.#choice.isEncrypted) await keys.open({ kind: "passphrase", passphrase: "correct horse" });
    const store = this.#stage.store({ sealing: sealingWith(keys, this.#stage.host) });
    const workspace = await store.open(this.#stage.root, new Telling());
    try {
      const { state, outcome } = workspace;
      const saving = workspace.saving();
      if (outcome.detail?.includes("not completely saved")) this.tornCount += 1;
      else if (outcome.detail !== null) return [`${outcome.kind}: ${outcome.detail}`];
      if (outcome.kind === "new" && this.#acknowledged > 0) return ["everything is gone"];
      if (saving.state !== "on") return [`saving is ${saving.state}: ${saving.detail}`];
      const missing =
        this.kind === "migration" && !state.entries.some(({ id }) => id === "p1") ? ["the old entries are gone"] : [];
      const found =
        this.kind === "migration"
          ? { ...state, entries: state.entries.filter(({ id }) => id !== "p1" && id !== "r1") }
          : state;
      const problems = [...missing, ...problemsIn(found, this.#acknowledged)];
      return problems.map((problem) => `${problem} (acknowledged ${this.#acknowledged}, last ${lastNumber(found)})`);
    } finally {
      await workspace.close().catch(() => {});
    }
  }
}
