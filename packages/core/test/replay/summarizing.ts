import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type AgentHome, locateBinary, type Scratch, startPty } from "@reprise/testkit";

/** From the prompt of the second turn on, or up to that of the third. */
export type Summarizing = "from here" | "up to here";

/** In Claude Code's own interface, by its menu of rewinding. */
export async function summarizePart(
  part: Summarizing,
  { thread, scratch, home }: { thread: string; scratch: Scratch; home: AgentHome },
): Promise<void> {
  skipWelcome(scratch);
  const { command, leadingArgs } = locateBinary("claude");
  const app = startPty({
    command,
    args: [...leadingArgs, "--resume", thread],
    cwd: scratch.workspace,
    env: { ...home.env, TERM: "xterm-256color" },
    columns: 120,
    rows: 45,
  });
  try {
    await app.shows("auto mode on");
    app.type("/rewind");
    await app.shows(/\/rewind\s/);
    app.press("enter");
    await app.shows("❯ (current)");
    app.press("up");
    await app.shows(/❯ PROMPT-3[^\n]*\n[^\n]*No code restore/);
    if (part === "from here") {
      app.press("up");
      await app.shows(/❯ PROMPT-2[^\n]*\n[^\n]*No code restore/);
    }
    app.press("enter");
    await app.shows(`Summarize ${part}`);
    app.type(part === "from here" ? "2" : "3");
    await app.shows("Conversation summarized");
  } finally {
    app.kill("SIGTERM");
    await app.exited;
  }
}

/** The folder is trusted and the key known: nothing is asked at the start. */
function skipWelcome({ home, workspace }: Scratch): void {
  const path = join(home, ".claude.json");
  const known = JSON.parse(readFileSync(path, "utf8"));
  const project = { ...known.projects?.[workspace], hasTrustDialogAccepted: true };
  const seen = {
    hasCompletedOnboarding: true,
    theme: "dark",
    customApiKeyResponses: { approved: ["scripted"], rejected: [] },
  };
  writeFileSync(path, JSON.stringify({ ...known, ...seen, projects: { [workspace]: project } }));
}
