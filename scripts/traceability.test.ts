import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** Tests of stage F of document 000, and its scenarios. */
const namedIn000 = [
  "session_state_sidecar_path_replaces_extension",
  "session_state_write_and_read_roundtrip",
  "session_state_read_invalid_json_returns_error",
  "find_interrupted_session_returns_most_recent",
  "find_interrupted_session_ignores_completed",
  "find_interrupted_session_returns_none_when_empty",
  "find_interrupted_session_ignores_sessions_without_thread_id",
  "transcript_writer_open_append_adds_to_existing_file",
  "resume_request_rejects_missing_thread_id",
  "start_codex_shows_resume_prompt_when_interrupted_session_exists",
  "resume_accepted_starts_resumed_execution",
  "resume_declined_starts_fresh_execution",
  "no_resume_prompt_when_no_interrupted_session",
  "Resume prompt is shown for interrupted session",
  "Accepting resume reuses prior thread",
  "Declining resume starts fresh session",
  "No resume prompt when no interrupted session exists",
  "Interrupted run creates session state file",
];

/** "Tests Added/Updated" of document 001. */
const namedIn001 = [
  "auto_fallback_exp_restore_triggers_on_missing_token_background_event",
  "auto_fallback_exp_restore_triggers_on_token_error",
  "parses_jsonl_sessions_under_nested_dirs",
  "sort_sessions_desc_by_timestamp",
  "esc_and_ctrl_c_close_popup",
  "session_viewer_actions_all_paths",
  "server_restore_runs_handshake_and_continues",
  "viewer_actions_isolated",
  "progresses_to_completion_on_enter",
  "cancel_inserts_history_line",
  "no_auto_progress_without_enter",
  "segments_under_threshold",
  "single_over_limit_item_forces_one_item_chunk",
];

interface Row {
  /** As numbered in docs/origins.md: `000.12`. */
  readonly statement: string;
  readonly name: string;
  readonly file: string;
  readonly title: string;
}

function rowsIn(text: string): Row[] {
  return text
    .split("\n")
    .filter((line) => /^\| \d{3}\.\d+ \|/.test(line))
    .map((line) => {
      const [statement = "", name = "", file = "", title = ""] = line
        .slice(1, -1)
        .split("|")
        .map((cell) => cell.trim());
      return { statement, name, file, title };
    });
}

/** The numbers at the start of list items. */
function numbersIn(text: string): string[] {
  return [...text.matchAll(/^- (\d{3}\.\d+):? /gm)].map(([, number = ""]) => number);
}

/** The table of threats: file and title are its last two columns. */
function promisesIn(text: string): Pick<Row, "file" | "title">[] {
  return text
    .split("\n")
    .filter((line) => /^\| T\d+ \|/.test(line))
    .map((line) => {
      const [file = "", title = ""] = line
        .split("|")
        .slice(4, 6)
        .map((cell) => cell.trim());
      return { file, title };
    });
}

/** The titles of the tests or scenarios in a file, as they are written there. */
function titlesIn(text: string): string[] {
  const [calls, tables, scenarios] = [
    /\b(?:test|it)\(\s*"([^"\n]+)"/g,
    /\b(?:test|it)\.(?:each|for|runIf)\([\s\S]*?\)\(\s*"([^"\n]+)"/g,
    /^ *Scenario: (.+)$/gm,
  ];
  return [calls, tables, scenarios].flatMap((pattern) => [...text.matchAll(pattern)].map(([, title = ""]) => title));
}

describe("docs/traceability.md", () => {
  const text = readFileSync(join(root, "docs/traceability.md"), "utf8");
  const rows = rowsIn(text);
  const statements = numbersIn(readFileSync(join(root, "docs/origins.md"), "utf8"));

  test.each(rows)("$statement, $name: $title", ({ file, title }) => {
    expect(titlesIn(readFileSync(join(root, file), "utf8"))).toContain(title);
  });

  test.each([
    ["000", namedIn000],
    ["001", namedIn001],
  ])("every test that document %s names has a row, and no row names another", (which, named) => {
    const names = rows.filter(({ statement }) => statement.startsWith(which)).map(({ name }) => name);
    expect(named.filter((name) => !names.includes(name))).toEqual([]);
    expect(names.filter((name) => name.includes("_") && !named.includes(name))).toEqual([]);
  });

  test("every statement of docs/origins.md has a row, or is listed as one without a test; and no row has another number", () => {
    const [, listed = ""] = /^Without a test:\n\n((?:- .+\n)*)/m.exec(text) ?? [];
    const untested = numbersIn(listed);
    const shown = new Set(rows.map(({ statement }) => statement));
    expect(untested.filter((statement) => shown.has(statement))).toEqual([]);
    expect([...shown, ...untested].sort()).toEqual([...statements].sort());
  });

  test("the statements of each document are numbered from 1", () => {
    expect(statements.length).toBeGreaterThan(100);
    let last = { document: "", number: 0 };
    for (const statement of statements) {
      const [document = "", number = ""] = statement.split(".");
      expect(Number(number), statement).toBe(document === last.document ? last.number + 1 : 1);
      expect(document >= last.document, statement).toBe(true);
      last = { document, number: Number(number) };
    }
  });
});

describe("docs/security.md", () => {
  const promises = promisesIn(readFileSync(join(root, "docs/security.md"), "utf8"));

  test.each(promises)("$file: $title", ({ file, title }) => {
    expect(titlesIn(readFileSync(join(root, file), "utf8"))).toContain(title);
  });
});

describe("titles", () => {
  test("are those of tests, not words in passing", () => {
    const text = `// "in a comment"\nit("one, it is", () => {});\ntest.each([["a"], ["b"]])(\n  "two of %s",\n  () => {},\n);\ntest.skip("three", () => {});`;
    expect(titlesIn(text)).toEqual(["one, it is", "two of %s"]);
    expect(titlesIn("Feature: a\n\n  Scenario: four of it\n    Given x")).toEqual(["four of it"]);
  });
});
