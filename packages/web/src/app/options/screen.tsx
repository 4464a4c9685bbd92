import type { OptionsRead } from "@reprise/model";
import { useEffect, useId, useState } from "preact/hooks";
import { Banner, Button, Check, Segmented, Spinner, TextField } from "../design/index.ts";
import { usePage } from "../shell/page.ts";
import { useTitle } from "../shell/use-title.ts";
import { ClearSaved } from "./clear-saved.tsx";
import { changedIn, formOf, type OptionsForm, whyNotSave } from "./options-form.ts";
import { PassphraseForm } from "./passphrase-form.tsx";
import { RenewKey } from "./renew-key.tsx";
import { TelemetryEvents } from "./telemetry-events.tsx";
import "./options.css";

/** What is kept of the workbench, how it is protected, and what is sent. */
export function Screen() {
  const { options, toasts } = usePage();
  const [read, setRead] = useState<OptionsRead | null>(null);
  const [form, setForm] = useState<OptionsForm | null>(null);
  const [refused, setRefused] = useState<string | null>(null);
  const patterns = useId();
  useTitle("Options");
  const take = (now: OptionsRead) => {
    setRead(now);
    setForm(formOf(now.options));
  };
  useEffect(() => {
    options.read().then(take, (error) => toasts.fail(error));
  }, [options, toasts]);
  if (read === null || form === null) return <Spinner>Reading the options…</Spinner>;
  const set = (part: Partial<OptionsForm>) => setForm({ ...form, ...part });
  const save = async () => {
    setRefused(null);
    try {
      take(await options.change(changedIn(read.options, form)));
      toasts.show("Saved.");
    } catch (error) {
      setRefused((error as Error).message);
    }
  };
  return (
    <div class="screen">
      <header class="screen-head">
        <h1>Options</h1>
        <span class="soft cut grow">{read.path}</span>
      </header>
      <div class="screen-body">
        <div class="column">
          {read.savingRefusal !== null && <Banner tone="danger">{read.savingRefusal}</Banner>}
          {read.problems.map(({ key, message }) => (
            <Banner key={key ?? ""} tone="caution">
              {message}
            </Banner>
          ))}
          <section class="card options-card" aria-labelledby="options-saving">
            <h2 id="options-saving">Saving</h2>
            <Check isOn={form.persist} onChange={(persist) => set({ persist })}>
              Persist session between restarts
            </Check>
            <Check isOn={form.encrypt} onChange={(encrypt) => set({ encrypt })}>
              Encrypt saved session
            </Check>
            {form.encrypt && (
              <div class="options-row">
                <span>Key from</span>
                <Segmented
                  label="Key from"
                  value={form.key}
                  options={[
                    { value: "keyring", label: "Keyring of this system" },
                    { value: "passphrase", label: "Passphrase" },
                  ]}
                  onChange={(key) => set({ key })}
                />
              </div>
            )}
            {form.encrypt && (
              <p class="soft">Without the key nothing is saved: it is never written unencrypted instead.</p>
            )}
            {read.options.encrypt && read.options.key === "passphrase" && <PassphraseForm />}
            {read.options.encrypt && <RenewKey />}
            <TextField
              label="Delete saved workbenches after this many days without use"
              kind="number"
              value={form.retentionDays}
              onInput={(retentionDays) => set({ retentionDays })}
            />
            <Check isOn={form.rememberApprovals} onChange={(rememberApprovals) => set({ rememberApprovals })}>
              Remember “Allow for this session” after a restart
            </Check>
          </section>
          <section class="card options-card" aria-labelledby="options-redaction">
            <h2 id="options-redaction">Redaction</h2>
            <p class="soft" id={`${patterns}-about`}>
              Known kinds of secrets are never saved. Add regular expressions of your own, one a line.
            </p>
            <textarea
              class="input"
              aria-label="Redaction patterns"
              aria-describedby={`${patterns}-about`}
              rows={4}
              spellcheck={false}
              value={form.redact}
              onInput={({ currentTarget: { value } }) => set({ redact: value })}
            />
          </section>
          <section class="card options-card" aria-labelledby="options-telemetry">
            <h2 id="options-telemetry">Telemetry</h2>
            <p class="soft">
              Counters of saves and resumes stay on this machine unless you name an OpenTelemetry collector.
            </p>
            <Check isOn={form.hasTelemetry} onChange={(hasTelemetry) => set({ hasTelemetry })}>
              Send counters to a collector
            </Check>
            {form.hasTelemetry && (
              <TextField label="Collector (OTLP)" value={form.collector} onInput={(collector) => set({ collector })} />
            )}
            <TelemetryEvents />
          </section>
          {refused !== null && <Banner tone="danger">{refused}</Banner>}
          <div class="toolbar">
            <Button tone="primary" whyNot={whyNotSave(read.options, form)} onClick={() => void save()}>
              Save options
            </Button>
          </div>
          <ClearSaved />
        </div>
      </div>
    </div>
  );
}
