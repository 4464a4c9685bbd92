const mostArgumentBytes = 64 * 1024;

/** Arguments for several commands, none too long for the system; a group stays together. */
export function* argumentBatches(groups: readonly (readonly string[])[]): Generator<readonly string[]> {
  let batch: string[] = [];
  let size = 0;
  for (const group of groups) {
    const more = group.reduce((sum, text) => sum + Buffer.byteLength(text) + 1, 0);
    if (batch.length > 0 && size + more > mostArgumentBytes) {
      yield batch;
      [batch, size] = [[], 0];
    }
    batch.push(...group);
    size += more;
  }
  if (batch.length > 0) yield batch;
}
