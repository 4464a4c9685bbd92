import { cpSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { usualWish } from "@reprise/model";
import { makeScratch, planOf } from "@reprise/testkit";
import { nodeHost } from "../../src/host/node-host.ts";
import { openLibrary } from "../../src/library.ts";
import { openRunner } from "../../src/runner.ts";

const recordings = fileURLToPath(new URL("../../../../fixtures/briefs/", import.meta.url));

export interface BriefStage {
  readonly root: string;
  readonly session: string;
  readonly path: string;
  brief(tokens: number): Promise<{ text: string; tokens: number }>;
  close(): Promise<void>;
}

/** A recorded session in a home of its own, with `workspace` in place of the path it was recorded in. */
export async function openBriefStage(name: string, workspace: string | null = null): Promise<BriefStage> {
  const scratch = await makeScratch("briefs");
  const { root } = scratch;
  cpSync(join(recordings, name), root, { recursive: true });
  for (const entry of readdirSync(root, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !/\.jsonl?$/.test(entry.name)) continue;
    const path = join(entry.parentPath, entry.name);
    const text = readFileSync(path, "utf8").replaceAll("/srv/scratch", root);
    writeFileSync(path, workspace === null ? text : text.replaceAll(/\/srv\/\w+(?=[/"])/g, workspace));
  }
  const host = nodeHost({
    HOME: join(root, "home"),
    REPRISE_STATE: join(root, "state"),
    REPRISE_CACHE: join(root, "cache"),
  });
  const library = openLibrary(host);
  const { sessions } = await library.list({ scope: "all" });
  library.close();
  const [session] = sessions;
  if (!session || sessions.length > 1) throw new Error(`${name} holds ${sessions.length} sessions.`);
  const runner = await openRunner(host);
  return {
    root,
    session: session.id,
    path: session.files[0]?.path ?? "",
    async brief(briefTokens) {
      const wish = { ...usualWish, modes: ["handoff"], briefTokens } as const;
      const plan = planOf(await runner.plan(session.id, wish), "handoff");
      return { text: plan.brief, tokens: plan.tokens };
    },
    async close() {
      runner.close();
      await scratch.remove();
    },
  };
}
