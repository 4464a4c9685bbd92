import { join } from "node:path";
import { parseJson } from "@reprise/model";
import { replaceFile } from "../host/files/replace-file.ts";
import type { Host } from "../host/host.ts";

/** What a person chose on the screens of the terminal app. */
export interface AppPreferences {
  readonly hasPreview: boolean;
}

const defaults: AppPreferences = { hasPreview: true };
const MOST_BYTES = 64 * 1024;

/** `<state>/app.json`. */
export function openAppPreferences(stateFolder: string, host: Pick<Host, "files">) {
  const path = join(stateFolder, "app.json");
  return {
    /** The defaults if none were saved, or they cannot be read. */
    load(): AppPreferences {
      try {
        return preferencesIn(host.files.text(path, MOST_BYTES) ?? "");
      } catch {
        return defaults;
      }
    },
    /** Best effort: what cannot be saved holds until the app ends. */
    save(preferences: AppPreferences): void {
      try {
        replaceFile(path, `${JSON.stringify({ version: 1, ...preferences })}\n`);
      } catch {
        // A failure here must not disturb the list.
      }
    },
  };
}

function preferencesIn(text: string): AppPreferences {
  const value = parseJson(text) as Record<string, unknown> | null;
  return value?.version === 1 && typeof value.hasPreview === "boolean" ? { hasPreview: value.hasPreview } : defaults;
}
