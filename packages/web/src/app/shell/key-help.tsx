import { Dialog, Key } from "../design/index.ts";
import { keyGroups } from "./keys.ts";

/** Every key that works here, from the tables that make them work. */
export function KeyHelp({ onClose }: { readonly onClose: () => void }) {
  return (
    <Dialog title="Keyboard" onClose={onClose}>
      <div class="key-help">
        {keyGroups().map(({ title, bindings }) => (
          <section key={title}>
            <h3>{title}</h3>
            <dl>
              {bindings
                .filter(({ isSecret }) => isSecret !== true)
                .map(({ keys, label }) => (
                  <div key={label}>
                    <dt>{label}</dt>
                    <dd>
                      {keys.map((key) => (
                        <Key key={key} name={key} />
                      ))}
                    </dd>
                  </div>
                ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
