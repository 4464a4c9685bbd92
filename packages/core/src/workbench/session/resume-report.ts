import type { SavedState } from "@reprise/model";
import type { Reconciled } from "./reconcile.ts";

/** Telemetry of resumes. */
export interface ResumeReport {
  start(state: SavedState): void;
  end(found: Reconciled, state: SavedState): void;
  /** `hadBackup`: what was saved could not be used, and is kept aside. */
  failure(error: unknown, more?: { readonly hadBackup?: boolean }): void;
}
