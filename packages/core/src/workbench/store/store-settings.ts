import { knownSecrets, type Redactor } from "./redactor.ts";

/** What a person chose about saving. */
export interface StoreSettings {
  readonly isSaved: boolean;
  readonly isEncrypted: boolean;
  /** Unused sessions are removed after this; null: never. */
  readonly retentionDays: number | null;
  /** Of the options they come from. */
  readonly version: number;
  readonly redactor: Redactor;
}

export const usualSettings: StoreSettings = {
  ...{ isSaved: true, isEncrypted: false, retentionDays: null, version: 1, redactor: knownSecrets },
};
