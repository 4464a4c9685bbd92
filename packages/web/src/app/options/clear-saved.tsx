import { type KnownWorkspace, localTime, processWords, safeLine } from "@reprise/model";
import { useEffect, useState } from "preact/hooks";
import { Button, Dialog } from "../design/index.ts";
import { usePage } from "../shell/page.ts";

/** Workspaces with saved sessions; each can be cleared, after a question. */
export function ClearSaved() {
  const { workspaces, toasts } = usePage();
  const [known, setKnown] = useState<readonly KnownWorkspace[]>([]);
  const [asked, setAsked] = useState<KnownWorkspace | null>(null);
  const load = () => void workspaces.known().then(setKnown, (error) => toasts.fail(error));
  useEffect(load, [workspaces]);
  const clear = async ({ id, root }: KnownWorkspace) => {
    setAsked(null);
    try {
      await workspaces.clear(id);
      toasts.show(`Cleared the saved session of ${safeLine(root)}.`);
    } catch (error) {
      toasts.fail(error);
    }
    load();
  };
  return (
    <section class="card options-card" aria-labelledby="saved-sessions">
      <h2 id="saved-sessions">Saved sessions</h2>
      {known.length === 0 ? (
        <p class="soft">Nothing is saved.</p>
      ) : (
        <ul class="plain-list workspaces">
          {known.map((workspace) => (
            <li key={workspace.id}>
              <span class="grow">
                <span class="exact-line">{safeLine(workspace.root)}</span>
                <span class="soft">
                  last used {localTime(workspace.lastUsedAt)} · {sizeWords(workspace.sizeBytes)}
                  {workspace.owner === null ? "" : ` · open in ${processWords(workspace.owner)}`}
                </span>
              </span>
              <Button tone="danger" size="small" onClick={() => setAsked(workspace)}>
                Clear saved session
              </Button>
            </li>
          ))}
        </ul>
      )}
      {asked !== null && (
        <Dialog
          title="Clear saved session?"
          onClose={() => setAsked(null)}
          actions={
            <>
              <Button isFocused onClick={() => setAsked(null)}>
                Keep it
              </Button>
              <Button tone="danger" onClick={() => void clear(asked)}>
                Clear saved session
              </Button>
            </>
          }
        >
          <p>
            The draft, the console, the changes to review and the approvals of {safeLine(asked.root)} are deleted. The
            conversation itself stays in the agent's own session.
          </p>
        </Dialog>
      )}
    </section>
  );
}

function sizeWords(bytes: number): string {
  return bytes < 1024 * 1024 ? `${Math.ceil(bytes / 1024)} kB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`;
}
