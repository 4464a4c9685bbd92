import { useSignal } from "@preact/signals";
import { grouped, withoutFilters } from "@reprise/model";
import { useCallback, useEffect, useMemo, useRef } from "preact/hooks";
import { Banner, Button, Spinner, VirtualList } from "../design/index.ts";
import { useCommands } from "../shell/commands.ts";
import { type KeyBinding, useKeys } from "../shell/keys.ts";
import { usePage } from "../shell/page.ts";
import { hrefOf, restoreRoute, viewerHref } from "../shell/route.ts";
import { replaceRoute } from "../shell/router.ts";
import { preload } from "../shell/screen-loader.tsx";
import type { ScreenProps } from "../shell/screens.ts";
import { useTitle } from "../shell/use-title.ts";
import "./sessions.css";
import { archive, hide, useAnnotating } from "./annotating.ts";
import { AnnotationDialog } from "./annotation-dialog.tsx";
import { ContentSearch } from "./content-search.ts";
import { CutOff } from "./cut-off.tsx";
import { FilterBar } from "./filter-bar.tsx";
import { queryOf } from "./filters.ts";
import { HiddenNote } from "./hidden-note.tsx";
import { addressOfList, listWishIn } from "./list-address.ts";
import { heightOf, isChoice, type ListRow, listRows, movedFrom, placeOf } from "./list-rows.ts";
import { NoSessions } from "./no-sessions.tsx";
import { Preview } from "./preview.tsx";
import { readSearch } from "./read-search.ts";
import { RowView } from "./session-row.tsx";

/** The address follows the search this long after the last key. */
const addressMs = 300;

export function Screen({ route }: ScreenProps<"sessions">) {
  const { sessions, library, here, searchText: text } = usePage();
  const search = useMemo(() => new ContentSearch(library), [library]);
  const chosenKey = sessions.chosen;
  const isAnnotating = useSignal(false);
  /** The end is wanted, and rows are still read. */
  const isToEnd = useSignal(false);
  const annotating = useAnnotating();
  const field = useRef<HTMLInputElement>(null);
  const [list, filters, found] = [sessions.list.value, sessions.filters.value, search.found.value];
  const { search: parsed, problem, marker } = useMemo(() => readSearch(text.value, here.agents), [text.value, here]);
  const rows = useMemo(
    () => (problem === null ? listRows(list, { search: parsed, found, homeFolder: here.homeFolder }) : []),
    [list, parsed, problem, found, here],
  );
  const chosen = placeOf(rows, chosenKey.value);
  const row = rows[chosen];
  const session = row === undefined || row.kind === "heading" ? null : row.session;

  useTitle("Sessions");
  const address = addressOfList({ search: text.value, filters });
  useEffect(() => {
    if (route.list === null || route.list === address) return;
    const wish = listWishIn(route.list);
    text.value = wish.search;
    sessions.choose(wish.filters);
  }, [route.list]);
  useEffect(() => {
    const timer = setTimeout(() => replaceRoute({ screen: "sessions", list: address }), addressMs);
    return () => clearTimeout(timer);
  }, [address, route.list === null]);
  // Whoever looks at the list opens a session next.
  useEffect(() => {
    if (list.isKnown) requestIdleCallback(() => preload("viewer"));
  }, [list.isKnown]);
  useEffect(() => {
    if (text.value !== "") sessions.loadAll();
    const { order: _, ...query } = queryOf(filters, here.folder);
    search.search(problem === null ? text.value : "", query);
  }, [text.value, problem, filters, sessions, search, here]);

  useEffect(() => {
    if (!isToEnd.value) return;
    chosenKey.value = rows[movedFrom(rows, rows.length - 1, 0)]?.key ?? null;
    isToEnd.value = list.next !== null || list.asking !== null;
  }, [isToEnd.value, rows]);

  const choose = (index: number) => {
    isToEnd.value = false;
    chosenKey.value = rows[index]?.key ?? null;
  };
  const move = (by: number) => choose(movedFrom(rows, chosen, by));
  const open = (index: number) => {
    const href = hrefOfRow(rows[index], text.value);
    if (href !== null) window.location.hash = href;
  };
  const click = (index: number) => {
    choose(index);
    // Without a preview there is nothing else to see.
    if (!window.matchMedia("(min-width: 75rem)").matches) open(index);
  };
  const restore = () => {
    if (session !== null) window.location.hash = hrefOf(restoreRoute(session.id));
  };
  /** The choice moves on if the session leaves the list. */
  const put = (act: typeof hide, stays: boolean) => {
    if (session === null) return;
    if (!stays) move(chosen === rows.length - 1 ? -1 : 1);
    void act(annotating, session);
  };
  const openDialog = (index = chosen) => {
    choose(index);
    isAnnotating.value = rows[index] !== undefined;
  };
  const clear = () => {
    text.value = "";
    sessions.choose({ agent: null, state: null });
  };

  const moving: readonly KeyBinding[] = [
    { keys: ["j", "ArrowDown"], label: "Next session", run: () => move(1) },
    { keys: ["k", "ArrowUp"], label: "Previous session", run: () => move(-1) },
    { keys: ["PageDown"], label: "Page down", run: () => move(12) },
    { keys: ["PageUp"], label: "Page up", run: () => move(-12) },
    { keys: ["g", "Home"], label: "First session", run: () => choose(movedFrom(rows, 0, 0)) },
    {
      keys: ["G", "End"],
      label: "Last session",
      run: () => {
        sessions.loadAll();
        isToEnd.value = true;
      },
    },
  ];
  useKeys("Sessions", [
    { keys: ["/", "s"], label: "Search", run: () => field.current?.focus() },
    { keys: ["Enter"], label: "View the session", run: () => open(chosen) },
    { keys: ["r"], label: "Restore the session", run: restore },
    { keys: ["t", "n"], label: "Name and tag the session", run: () => openDialog() },
    {
      keys: ["x"],
      label: "Hide the session, or show it again",
      run: () => put(hide, filters.hasHidden),
    },
    {
      keys: ["A"],
      label: "Archive the session, or take it out",
      run: () => put(archive, filters.hasArchived),
    },
    {
      keys: ["a"],
      label: "All sessions or this project",
      run: () => sessions.choose({ isAll: !filters.isAll }),
    },
    { keys: ["Escape"], label: "Clear search and filters", run: clear },
    ...moving,
  ]);
  useCommands([
    {
      id: "scope",
      title: filters.isAll ? "Show this project" : "Show all sessions",
      key: "a",
      run: () => sessions.choose({ isAll: !filters.isAll }),
    },
  ]);
  const onKeyDown = (event: KeyboardEvent) => {
    const binding = moving.find(({ keys }) => keys.includes(event.key) && event.key.length > 1);
    if (event.key === "Enter") open(chosen);
    else if (event.key === "Escape") {
      clear();
      document.getElementById("sessions")?.focus();
    } else if (binding !== undefined && event.key !== "Home" && event.key !== "End") binding.run();
    else return;
    event.preventDefault();
  };
  const loadMore = useCallback(() => sessions.loadMore(), [sessions]);

  return (
    <div class="screen sessions">
      <div class="screen-head">
        <h1>Sessions</h1>
        <span class="faint" aria-live="polite">
          {list.isKnown ? `${grouped(list.total)}${filters.isAll ? "" : " in this project"}` : ""}
        </span>
      </div>
      <FilterBar
        filters={filters}
        text={text.value}
        onText={(typed) => {
          text.value = typed;
          chosenKey.value = null;
        }}
        onChoose={(change) => sessions.choose(change)}
        fieldRef={field}
        onKeyDown={onKeyDown}
      />
      <HiddenNote hidden={list.hidden} filters={filters} onChoose={(change) => sessions.choose(change)} />
      {text.value === "" && <CutOff isAll={filters.isAll} />}
      {list.problem !== null && (
        <div class="list-problem">
          <Banner tone="danger" actions={<Button onClick={() => sessions.tryAgain()}>Try again</Button>}>
            {list.problem}
          </Banner>
        </div>
      )}
      <div class="list-and-preview">
        <div class="list">
          {!list.isKnown && list.problem === null && <Spinner>Looking for sessions…</Spinner>}
          {list.isKnown && !rows.some(isChoice) && (
            <NoSessions
              filters={filters}
              text={text.value}
              problem={problem}
              isSearching={found.isSearching || list.next !== null}
              onChoose={(change) => sessions.choose(change)}
              onClear={clear}
            />
          )}
          {rows.some(isChoice) && (
            <VirtualList
              id="sessions"
              label="Sessions"
              rows={rows}
              heightOf={heightOf}
              keyOf={keyOfRow}
              isChoice={isChoice}
              chosen={chosen}
              onChoose={click}
              onOpen={open}
              onEnd={loadMore}
              place={sessions.place}
            >
              {(shown, _, index) => (
                <RowView row={shown} marker={marker} homeFolder={here.homeFolder} onMenu={() => openDialog(index)} />
              )}
            </VirtualList>
          )}
        </div>
        {session !== null && (
          <Preview
            session={session}
            onAnnotate={() => openDialog()}
            onTag={(tag) => {
              text.value = `tag:${tag}`;
            }}
          />
        )}
      </div>
      {isAnnotating.value && session !== null && (
        <AnnotationDialog
          session={session}
          onClose={() => {
            isAnnotating.value = false;
          }}
        />
      )}
    </div>
  );
}

function keyOfRow({ key }: ListRow): string {
  return key;
}

/** A place in a conversation opens there, with the words to find. */
function hrefOfRow(row: ListRow | undefined, text: string): string | null {
  if (row === undefined || row.kind === "heading") return null;
  if (row.kind === "session") return viewerHref(row.session.id);
  const { session, turn, item } = row.hit;
  return viewerHref(session, { turn, item, find: withoutFilters(text) });
}
