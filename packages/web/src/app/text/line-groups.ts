const linesInGroup = 40;

/** Text in groups of lines: as it grows, only the last one is laid out again. */
export function lineGroups(text: string): readonly string[] {
  const groups: string[] = [];
  let [start, count] = [0, 0];
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) {
    count += 1;
    if (count % linesInGroup !== 0) continue;
    groups.push(text.slice(start, at + 1));
    start = at + 1;
  }
  return start < text.length ? [...groups, text.slice(start)] : groups;
}
