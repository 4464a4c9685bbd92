import type { ItemBody } from "@reprise/model";

/** Every thread gets these from Codex in the person's name; nobody would look for them. */
const standing = [
  "<environment_context>",
  "<turn_aborted>",
  "<user_instructions>",
  "<permissions instructions>",
  "<skills_instructions>",
  "<collaboration_mode>",
  "<user_action>",
  "<model_switch>",
  "<personality_spec>",
  "<token_budget>",
  "<apps_instructions>",
  "<plugins_instructions>",
  "<recommended_plugins>",
  "<realtime_conversation>",
  "# AGENTS.md instructions for ",
  "# AGENTS.md instructions\n",
];

const shellOpening = "<user_shell_command>";

/** Texts that belong to one prompt or turn: attachments. A name may use the groups of its pattern. */
const given: readonly { pattern: RegExp; what: "context" | "result"; name: string }[] = [
  { pattern: /^<skill>(?:[\s\S]*?<name>([^<]*))?/, what: "context", name: "skill $1" },
  { pattern: /^<subagent_notification>/, what: "result", name: "subagent notification" },
  { pattern: /^<hook_prompt/, what: "context", name: "hook prompt" },
  { pattern: /^<goal_context>/, what: "context", name: "goal context" },
  { pattern: /^<extension_context>/, what: "context", name: "extension context" },
  {
    pattern: /^<codex_internal_context source="([a-z][a-z0-9_]*)">[\s\S]*<\/codex_internal_context>$/,
    what: "context",
    name: "$1 context",
  },
  { pattern: /^<external_([a-z][a-z0-9_]*)>[\s\S]*<\/external_\1>$/, what: "context", name: "external $1" },
  {
    pattern: /^Warning: The maximum number of unified exec processes you can keep open is /,
    what: "context",
    name: "warning",
  },
  {
    pattern: /^Warning: apply_patch was requested via [\s\S]*Use the apply_patch tool instead of exec_command\.$/,
    what: "context",
    name: "warning",
  },
  {
    pattern: /^Warning: Your account was flagged for potentially high-risk cyber activity/,
    what: "context",
    name: "warning",
  },
];

/** Whether a text without recorded provenance is Codex's own, by how it starts. */
export function isHarnessText(text: string): boolean {
  const untrimmedEnd = text.trimStart();
  if ([shellOpening, ...standing].some((opening) => untrimmedEnd.startsWith(opening))) return true;
  const trimmed = untrimmedEnd.trimEnd();
  return given.some(({ pattern }) => pattern.test(trimmed));
}

/** The item for a text of Codex's own; null for what every thread gets. */
export function harnessItem(text: string): ItemBody | null {
  const trimmed = text.trim();
  if (trimmed.startsWith(shellOpening)) return ranByPerson(trimmed);
  for (const { pattern, what, name } of given) {
    const found = pattern.exec(trimmed);
    if (found)
      return {
        kind: "attachment",
        what,
        name: name.replace("$1", () => found[1] ?? "").trim(),
        text: trimmed,
      };
  }
  return null;
}

/** An editor sends its headings, then this one with what the person typed below it. */
const requestHeading = "\n## My request for Codex:";

export interface Request {
  readonly words: string;
  /** What the editor put above the words; null if nothing. */
  readonly context: (ItemBody & { readonly kind: "attachment" }) | null;
}

/** What a person typed, and what their editor sent above it, such as open files. */
export function requestIn(text: string): Request {
  const at = text.startsWith("# ") ? text.indexOf(requestHeading) : -1;
  if (at === -1) return { words: text, context: null };
  const above = text.slice(0, at).trim();
  const name = above.split("\n", 1)[0]?.slice(2).trim().replace(/:$/, "") ?? "";
  return {
    words: text.slice(at + requestHeading.length).trim(),
    context: { kind: "attachment", what: "context", name, text: above },
  };
}

function ranByPerson(text: string): ItemBody {
  const command = between(text, "<command>\n", "\n</command>");
  const printed = between(text, "<result>\n", "\n</result>");
  const exitCode = Number(/^Exit code: (\d+)/.exec(printed)?.[1] ?? 0);
  const output = printed.replace(/^(?:(?:Exit code|Duration): .*\n)*Output:\n?/, "");
  const status = exitCode === 0 ? "done" : "failed";
  return { kind: "command", command, output, exitCode, status, isPersons: true };
}

function between(text: string, start: string, end: string): string {
  const from = text.indexOf(start) + start.length;
  return text.slice(from, Math.max(from, text.indexOf(end, from)));
}
