import { SessionError, type Warning } from "@reprise/model";

/** Looks into places that may refuse: what cannot be read becomes a warning, and the rest is still found. */
export class Lookout {
  readonly warnings: Warning[] = [];

  at<T>(path: string, look: () => T): T | null {
    try {
      return look();
    } catch (error) {
      if (!(error instanceof SessionError)) throw error;
      this.warnings.push({ kind: "unreadable", path, detail: error.message });
      return null;
    }
  }
}
