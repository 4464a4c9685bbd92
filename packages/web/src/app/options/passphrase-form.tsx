import { useEffect, useState } from "preact/hooks";
import { Button, TextField } from "../design/index.ts";
import { usePage } from "../shell/page.ts";
import "./passphrase-form.css";

/** Opens what is encrypted with a passphrase, or sets the one of what will be: that one is typed twice. It is not kept by the page. */
export function PassphraseForm() {
  const { workspaces, options, toasts } = usePage();
  const [passphrase, setPassphrase] = useState("");
  const [repeated, setRepeated] = useState("");
  const [isNew, setNew] = useState(false);
  const [refused, setRefused] = useState<string | null>(null);
  useEffect(() => {
    options.read().then(
      ({ hasKey }) => setNew(!hasKey),
      (error) => toasts.fail(error),
    );
  }, [options, toasts]);
  const unlock = async () => {
    if (isNew && repeated !== passphrase)
      return setRefused("The two are not the same. Nothing was changed: type the passphrase twice.");
    setRefused(null);
    try {
      await workspaces.unlock(passphrase);
      setPassphrase("");
      setRepeated("");
      setNew(false);
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
      <TextField
        label={isNew ? "New passphrase" : "Passphrase"}
        kind="password"
        value={passphrase}
        onInput={setPassphrase}
      />
      {isNew && <TextField label="The same again" kind="password" value={repeated} onInput={setRepeated} />}
      <Button onClick={() => void unlock()} whyNot={passphrase === "" ? "Type the passphrase." : null}>
        {isNew ? "Set passphrase" : "Unlock"}
      </Button>
      {refused !== null && (
        <p role="alert" class="tone-danger">
          {refused}
        </p>
      )}
    </form>
  );
}
