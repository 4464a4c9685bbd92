/**
 * For tests: why the newest CodexPotter would refuse a log, by its documented rules; null if it reads it. Written apart from
 * our reader on purpose.
 */
export function potterProblem(text: string, words: "project" | "session"): string | null {
  const lines = text.split("\n");
  if (lines.pop() !== "") return "the last line has no newline";
  let hasStarted = false;
  let roundCount = 0;
  let round: { isConfigured: boolean; hasSucceeded: boolean } | null = null;
  for (const [index, line] of lines.entries()) {
    const problem = (why: string) => `line ${index + 1}: ${why}: ${line}`;
    const parsed = fieldsIn(line);
    if (typeof parsed === "string") return problem(parsed);
    const { type, ...fields } = parsed;
    const shape = shapes[String(type).replace(`${words}_`, "project_")];
    if (!shape || (words === "session" && /^project_/.test(String(type)))) return problem("unknown type");
    for (const name of Object.keys(fields)) if (!(name in shape)) return problem(`a field ${name}`);
    for (const [name, isRight] of Object.entries(shape)) if (!isRight(fields[name])) return problem(`a wrong ${name}`);
    switch (String(type).replace(/^session_/, "project_")) {
      case "project_started":
        if (hasStarted || round || roundCount > 0) return problem("a start that is not the first record");
        hasStarted = true;
        break;
      case "round_started":
        if (!hasStarted) return problem("a round before the start");
        if (round) return problem("a round in a round");
        round = { isConfigured: false, hasSucceeded: false };
        roundCount += 1;
        break;
      case "round_configured":
        if (!round || round.isConfigured) return problem("a configuration outside, or a second one");
        round.isConfigured = true;
        break;
      case "project_succeeded":
        if (!round || round.hasSucceeded) return problem("a success outside, or a second one");
        round.hasSucceeded = true;
        break;
      case "round_finished": {
        if (!round?.isConfigured) return problem("an end without a start or a configuration");
        const { outcome } = fields as { outcome: { type: string } };
        if (round.hasSucceeded && outcome.type !== "completed") return problem("a success that did not complete");
        round = null;
      }
    }
  }
  if (round?.hasSucceeded) return "a success without an end";
  if (round && !round.isConfigured) return "a last round without a configuration";
  if (!hasStarted) return "no start";
  return roundCount === 0 ? "no rounds" : null;
}

type Check = (value: unknown) => boolean;

const isText: Check = (value) => typeof value === "string";
const isCount: Check = (value) => Number.isInteger(value) && Number(value) >= 0;
const isUuid: Check = (value) => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(String(value));
const isOutcome: Check = (value) => {
  const { type, ...rest } = value as { type?: unknown; message?: unknown };
  if (type === "task_failed" || type === "fatal") return isText(rest.message) && Object.keys(rest).length === 1;
  return ["completed", "interrupted", "user_requested"].includes(String(type)) && Object.keys(rest).length === 0;
};
const shapes: Readonly<Record<string, Readonly<Record<string, Check>>>> = {
  project_started: { user_message: (value) => value === null || isText(value), user_prompt_file: isText },
  round_started: { current: isCount, total: isCount },
  round_configured: { thread_id: isUuid, rollout_path: isText },
  project_succeeded: {
    rounds: isCount,
    duration_secs: isCount,
    user_prompt_file: isText,
    git_commit_start: isText,
    git_commit_end: isText,
  },
  round_finished: { outcome: isOutcome },
};

function fieldsIn(line: string): Record<string, unknown> | string {
  if (line.trim() === "") return "a blank line";
  try {
    return JSON.parse(line) as Record<string, unknown>;
  } catch {
    return "not JSON";
  }
}
