import { labelOf, type SessionSummary, safeLine } from "@reprise/model";
import { useEffect, useRef, useState } from "preact/hooks";
import { Dialog, Icon, Key } from "../../design/index.ts";
import { allCommands, type Command } from "../commands.ts";
import { usePage } from "../page.ts";
import { viewerHref } from "../route.ts";
import { ranked } from "./rank.ts";

const mostCommands = 12;
const mostSessions = 30;

/** Screens, actions and sessions by their titles. Enter runs the chosen one. */
export function Palette({ onClose }: { readonly onClose: () => void }) {
  const { sessions } = usePage();
  const [typed, setTyped] = useState("");
  const [chosen, setChosen] = useState(0);
  const list = useRef<HTMLDivElement>(null);
  const found = entriesFor(typed, sessions.rows.value);
  const at = Math.min(chosen, found.length - 1);

  useEffect(() => sessions.loadAll(), [sessions]);
  useEffect(() => {
    list.current?.querySelector("[aria-selected=true]")?.scrollIntoView({ block: "nearest" });
  }, [at]);

  const run = (entry: Command | undefined) => {
    if (entry === undefined) return;
    onClose();
    // After the focus has returned to the screen.
    setTimeout(() => entry.run());
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      setChosen(Math.max(0, Math.min(found.length - 1, at + step)));
    } else if (event.key === "Enter" && !event.isComposing) {
      event.preventDefault();
      run(found[at]);
    }
  };

  return (
    <Dialog title="Command palette" isTitleHidden place="top" onClose={onClose}>
      <div class="palette">
        <div class="palette-field">
          <Icon name="search" />
          <input
            type="text"
            role="combobox"
            aria-label="Search screens, actions and sessions"
            aria-expanded="true"
            aria-controls="palette-list"
            aria-activedescendant={found[at] === undefined ? undefined : `palette-${at}`}
            placeholder="Search screens, actions and sessions"
            autocomplete="off"
            spellcheck={false}
            value={typed}
            onInput={(event) => {
              setTyped(event.currentTarget.value);
              setChosen(0);
            }}
            onKeyDown={onKeyDown}
          />
        </div>
        <div ref={list} id="palette-list" role="listbox" aria-label="Results" class="palette-list">
          {found.map((entry, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the focus, and Enter runs it
            // biome-ignore lint/a11y/useFocusableInteractive: the field has the focus
            <div
              key={entry.id}
              id={`palette-${index}`}
              role="option"
              aria-selected={index === at}
              class="palette-entry"
              onClick={() => run(entry)}
            >
              <span class="cut grow">{entry.title}</span>
              {entry.hint !== undefined && <span class="faint cut hint">{entry.hint}</span>}
              {entry.key !== undefined && <Key name={entry.key} />}
            </div>
          ))}
        </div>
        {found.length === 0 && <p class="palette-none soft">Nothing found</p>}
      </div>
    </Dialog>
  );
}

function entriesFor(typed: string, rows: readonly SessionSummary[]): readonly Command[] {
  const commands = ranked(allCommands(), typed, (one) => one, mostCommands);
  const sessions = ranked(rows, typed, sessionWords, typed.trim() === "" ? 8 : mostSessions);
  return [...commands, ...sessions.map(sessionCommand)];
}

function sessionWords(session: SessionSummary) {
  return { title: labelOf(session), hint: `${session.agent} ${session.workspace ?? ""}` };
}

function sessionCommand(session: SessionSummary): Command {
  return {
    id: `session ${session.id}`,
    title: labelOf(session),
    hint: safeLine(`${session.agent} · ${session.state}`),
    run: () => {
      window.location.hash = viewerHref(session.id);
    },
  };
}
