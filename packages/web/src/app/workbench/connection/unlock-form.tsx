import { Banner } from "../../design/index.ts";
import { PassphraseForm } from "../../options/passphrase-form.tsx";

/** The saved session is encrypted, and its key is not known. A wrong passphrase changes nothing. */
export function UnlockForm({ detail }: { readonly detail: string | null }) {
  return (
    <Banner tone="caution">
      <span>Locked: {detail ?? "the saved session is encrypted."}</span>
      <PassphraseForm />
    </Banner>
  );
}
