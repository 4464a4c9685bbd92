export interface Git {
  /** Which of these commits the repository holds; null when that cannot be asked. Reads only what is on disk. */
  commitsIn(gitFolder: string, commits: readonly string[]): ReadonlySet<string> | null;
}

const limitMs = 5000;

export const nodeGit: Git = {
  commitsIn(gitFolder, commits) {
    const asked = commits.filter((commit) => /^[0-9a-f]{7,64}$/.test(commit));
    if (asked.length === 0) return new Set();
    // A partial clone would ask its server for what it lacks.
    const env = {
      PATH: process.env.PATH,
      GIT_NO_LAZY_FETCH: "1",
      GIT_OPTIONAL_LOCKS: "0",
      GIT_TERMINAL_PROMPT: "0",
      LC_ALL: "C",
    };
    // Loaded only when it is asked something: most lists need no git.
    const { spawnSync } = process.getBuiltinModule("node:child_process");
    const { status, stdout } = spawnSync(
      "git",
      [`--git-dir=${gitFolder}`, "cat-file", "--batch-check=%(objecttype)"],
      {
        input: `${asked.join("\n")}\n`,
        encoding: "utf8",
        timeout: limitMs,
        env,
        stdio: ["pipe", "pipe", "ignore"],
      },
    );
    if (status !== 0 || typeof stdout !== "string") return null;
    const answers = stdout.split("\n");
    return new Set(asked.filter((_, index) => answers[index] === "commit"));
  },
};
