export const ideContext = "# Context from my IDE setup:\n\n## Active file: src/a.ts\n\n## Open tabs:\n- a.ts: src/a.ts";

/** Texts of Codex in the person's name: what it is, the text, and the name of its attachment (null: none). */
export const harnessSamples: readonly (readonly [what: string, text: string, attached: string | null])[] = [
  ["the environment", "<environment_context>\n<cwd>/srv</cwd>\n</environment_context>", null],
  ["AGENTS.md", "# AGENTS.md instructions for /srv\n\n<INSTRUCTIONS>\nBe brief.\n</INSTRUCTIONS>", null],
  ["older instructions", "<user_instructions>\nBe brief.\n</user_instructions>", null],
  ["the mark of an aborted turn", "<turn_aborted>\nstopped\n</turn_aborted>", null],
  ["a list of plugins", "<recommended_plugins>\n- a\n</recommended_plugins>", null],
  ["a skill", "<skill>\n<name>tidy</name>\n<path>/s/tidy</path>\nTidy.\n</skill>", "skill tidy"],
  [
    "the end of a sub-agent",
    '<subagent_notification>\n{"status":"done"}\n</subagent_notification>',
    "subagent notification",
  ],
  ["an older goal", "<goal_context>\nKeep working.\n</goal_context>", "goal context"],
  ["a goal", '<codex_internal_context source="goal">\nKeep working.\n</codex_internal_context>', "goal context"],
  ["context of a client", "<external_jira>ABC-1</external_jira>", "external jira"],
  ["the prompt of a hook", '<hook_prompt hook_run_id="h1">Run the tests.</hook_prompt>', "hook prompt"],
  [
    "the warning of many processes",
    "Warning: The maximum number of unified exec processes you can keep open is 60 and you currently have 61 processes open. Reuse older processes or close them to prevent automatic pruning of old processes",
    "warning",
  ],
  [
    "the warning of a patch by command",
    "Warning: apply_patch was requested via exec_command. Use the apply_patch tool instead of exec_command.",
    "warning",
  ],
  [
    "the warning of another model",
    "Warning: Your account was flagged for potentially high-risk cyber activity and this request was routed to gpt-5.2 as a fallback.",
    "warning",
  ],
];
