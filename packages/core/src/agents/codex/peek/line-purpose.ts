const headBytes = 500;
const closingBrace = 125;

const opening = String.raw`^\{"timestamp":"[^"]*",(?:"ordinal":\d+,)?"type":"`;
const fields = String.raw`(?:"[a-z_]+":"[^"\\]*",)*`;
const plainKey = String.raw`([\w-]+)",`;
const output = String.raw`response_item","payload":\{"type":"(?:function|custom_tool)_call_output",${fields}"call_id":"${plainKey}`;
const completed = String.raw`event_msg","payload":\{"type":"item_completed",${fields}"item":\{"type":"(?:CommandExecution|FileChange|McpToolCall)","id":"${plainKey}`;
const count = String.raw`(?:token_usage_record|turn_context|world_state)"|event_msg","payload":\{"type":"(?:token_count|thread_settings_applied)"`;
const pattern = new RegExp(`${opening}(?:${output}|${completed}|${count})`);

/** Purpose by the line's start: call outcome, counts or settings; null: other. */
export function purposeOf(bytes: Buffer, start: number, end: number): { readonly outcomeOf: string | null } | null {
  if (bytes[end - 1] !== closingBrace) return null;
  const found = pattern.exec(bytes.toString("latin1", start, Math.min(end, start + headBytes)));
  return found && { outcomeOf: found[1] ?? found[2] ?? null };
}
