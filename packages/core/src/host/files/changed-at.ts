import { stat } from "node:fs/promises";

/** When each file was last changed, in ms; 0 if it cannot be known. */
export function changedAt(paths: readonly string[]): Promise<readonly number[]> {
  return Promise.all(
    paths.map((path) =>
      stat(path).then(
        ({ mtimeMs }) => mtimeMs,
        () => 0,
      ),
    ),
  );
}
