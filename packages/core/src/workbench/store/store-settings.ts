import type { OptionsRead } from "@reprise/model";
import { type Redactor, redactorWith } from "./redactor.ts";

/** What a person chose about saving. */
export interface StoreSettings {
  readonly isSaved: boolean;
  /** Why nothing is saved; null if it is, or the person turned it off. */
  readonly refusal: string | null;
  readonly isEncrypted: boolean;
  /** What opens new keys. */
  readonly key: "keyring" | "passphrase";
  /** Unused sessions are removed after this. */
  readonly retentionDays: number;
  readonly redactor: Redactor;
}

/** Of the options that settings are made from; noted in every manifest. */
export const optionsVersion = 1;

export function settingsFrom({ options, savingRefusal }: OptionsRead): StoreSettings {
  const { persist, encrypt, key, retentionDays, redact } = options;
  return {
    isSaved: persist && savingRefusal === null,
    refusal: savingRefusal,
    isEncrypted: encrypt,
    key,
    retentionDays,
    redactor: redactorWith(redact),
  };
}
