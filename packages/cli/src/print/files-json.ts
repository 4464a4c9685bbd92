import type { FilesPlan } from "@reprise/model";

/** As in json.ts: every field by name. */
export function filesShape({ session, turn, root, files, patch }: FilesPlan) {
  return {
    ...{ session, turn, root },
    files: files.map(({ path, change, diff, content, nowHash, conflict }) => {
      return { path, change, diff, content, nowHash, conflict };
    }),
    patch,
  };
}
