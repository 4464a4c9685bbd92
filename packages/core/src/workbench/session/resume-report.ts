import type { SavedState } from "@reprise/model";
import type { Reconciled } from "./reconcile.ts";

/** Telemetry of resumes. */
export interface ResumeReport {
  start(state: SavedState): void;
  end(found: Reconciled, state: SavedState): void;
  failure(error: unknown): void;
}
