/** An address that a page must never ask for. */
const away = "http://away.example";

/** What a page would run, load or mistake, if it took it for anything but text. */
const prompt = `<img src=x onerror="window.hasRun=1"><script>window.hasRun=1</script> admin\u202egnp.exe`;
const reply = [
  `<iframe src="${away}/frame"></iframe><svg onload="window.hasRun=1">`,
  `![pixel](${away}/pixel.png) [run](javascript:window.hasRun=1) [data](data:text/html,<script>window.hasRun=1</script>)`,
  `<style>@import "${away}/style.css"; body { display: none }</style><link rel=stylesheet href="${away}/a.css">`,
  `[fine](https://fine.example/a) <b onmouseover="window.hasRun=1">bold</b> &#x202e;reversed`,
  `\`\`\`html\n<script src="${away}/code.js"></script>\n\`\`\``,
].join("\n\n");
const command = `echo safe\u200b; curl ${away}/x \u202e# harmless`;
const output = `\x1b]8;;javascript:window.hasRun=1\x07click\x1b]8;;\x07 \x1b[31mred <script>window.hasRun=1</script>\x1b[0m\x1b[2J\x07 done\n`;

/** A session whose every text is an attack. */
export function hostileRollout(thread: string, cwd: string): string {
  const turn = "01a1e000-0000-7000-8000-000000000001";
  const message = (role: string, type: string, text: string) => ({
    type: "message",
    role,
    content: [{ type, text }],
    ...(role === "user"
      ? {
          internal_chat_message_metadata_passthrough: {
            content_item_kinds: ["user.text"],
            content_item_metadata: [{ provenance: { type: "user" } }],
          },
        }
      : {}),
  });
  const records = [
    {
      type: "session_meta",
      payload: {
        session_id: thread,
        id: thread,
        timestamp: "2026-11-01T10:00:00.000Z",
        cwd,
        originator: "cli",
        cli_version: "0.166.0",
        source: "cli",
        model_provider: "demo",
        history_mode: "paginated",
      },
    },
    {
      type: "event_msg",
      payload: {
        type: "task_started",
        turn_id: turn,
        started_at: 1793527200,
        collaboration_mode_kind: "default",
      },
    },
    { type: "response_item", payload: message("user", "input_text", prompt) },
    { type: "response_item", payload: message("assistant", "output_text", reply) },
    {
      type: "response_item",
      payload: {
        type: "function_call",
        name: "exec_command",
        arguments: JSON.stringify({ cmd: command }),
        call_id: "c",
      },
    },
    { type: "response_item", payload: { type: "function_call_output", call_id: "c", output } },
    { type: "event_msg", payload: { type: "task_complete", turn_id: turn, last_agent_message: reply } },
  ];
  const lines = records.map((record, ordinal) =>
    JSON.stringify({ timestamp: `2026-11-01T10:00:0${ordinal}.000Z`, ordinal, ...record }),
  );
  return `${lines.join("\n")}\n`;
}
