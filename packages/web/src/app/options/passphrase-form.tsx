import { useState } from "preact/hooks";
import { Button, TextField } from "../design/index.ts";
import { usePage } from "../shell/page.ts";
import "./passphrase-form.css";

/** Opens what is encrypted with a passphrase, or sets the one of what will be. It is not kept by the page. */
export function PassphraseForm() {
  const { workspaces, toasts } = usePage();
  const [passphrase, setPassphrase] = useState("");
  const [refused, setRefused] = useState<string | null>(null);
  const unlock = async () => {
    setRefused(null);
    try {
      await workspaces.unlock(passphrase);
      setPassphrase("");
      toasts.show("Unlocked: sessions are saved, encrypted.");
    } catch (error) {
      setRefused((error as Error).message);
    }
  };
  return (
    <form
      class="passphrase"
      onSubmit={(event) => {
        event.preventDefault();
        void unlock();
      }}
    >
      <TextField label="Passphrase" kind="password" value={passphrase} onInput={setPassphrase} />
      <Button onClick={() => void unlock()} whyNot={passphrase === "" ? "Type the passphrase." : null}>
        Unlock
      </Button>
      {refused !== null && (
        <p role="alert" class="tone-danger">
          {refused}
        </p>
      )}
    </form>
  );
}
