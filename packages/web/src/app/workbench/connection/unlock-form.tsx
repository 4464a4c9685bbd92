import { useState } from "preact/hooks";
import { Banner, Button, TextField } from "../../design/index.ts";
import { useWorkbench } from "../use-workbench.ts";

/** The saved session is encrypted, and its key is not known. A wrong passphrase changes nothing. */
export function UnlockForm({ detail }: { readonly detail: string | null }) {
  const { store } = useWorkbench();
  const [passphrase, setPassphrase] = useState("");
  const [refused, setRefused] = useState<string | null>(null);
  const unlock = () =>
    store.act({ type: "unlock", passphrase }).then(
      () => setPassphrase(""),
      (error: Error) => setRefused(error.message),
    );
  return (
    <Banner tone="caution">
      <form
        class="unlock"
        onSubmit={(event) => {
          event.preventDefault();
          void unlock();
        }}
      >
        <span>Locked: {detail ?? "the saved session is encrypted."}</span>
        <TextField label="Passphrase" kind="password" value={passphrase} onInput={setPassphrase} />
        <Button
          whyNot={passphrase === "" ? "Type the passphrase first." : null}
          onClick={() => void unlock()}
        >
          Unlock
        </Button>
        {refused !== null && <span role="alert">{refused}</span>}
      </form>
    </Banner>
  );
}
