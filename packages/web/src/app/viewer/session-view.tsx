import { useSignal } from "@preact/signals";
import { projectOfPlayback, wordsOf } from "@reprise/model";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { Banner, Button, Spinner } from "../design/index.ts";
import { usePage } from "../shell/page.ts";
import { useTitle } from "../shell/use-title.ts";
import "../items/items.css";
import "../text/text.css";
import "./viewer.css";
import { type Block, blocksOf } from "./blocks.ts";
import { FindBar } from "./find-bar.tsx";
import { FindStore } from "./find-store.ts";
import { nextPlace } from "./found-places.ts";
import { markWords, unmarkWords } from "./mark-words.ts";
import { type Folds, isFolded, Transcript } from "./transcript.tsx";
import { blockIn, useAnchor } from "./use-anchor.ts";
import { useViewerActions } from "./use-viewer-actions.ts";
import { endWords, placeKey } from "./viewed.ts";
import { backHref, ViewerHead } from "./viewer-head.tsx";
import { type Opening, ViewerStore } from "./viewer-store.ts";

/** Pixels before an edge at which more is loaded. */
const ahead = 1500;

interface SessionViewProps {
  readonly session: string;
  /** Null: the end. */
  readonly turn?: number | null;
  readonly item?: string | null;
  /** Words to find in it. */
  readonly find?: string | null;
  /** Below a screen that has a title and keys of its own. */
  readonly isPart?: boolean;
}

/** The conversation of a session, or of the rounds of a project, wherever it is read. */
export function SessionView(props: SessionViewProps) {
  const { session: id, turn = null, item = null, find: wanted = null, isPart = false } = props;
  const { views, sessions } = usePage();
  const store = useMemo(() => new ViewerStore(views, id), [views, id]);
  const find = useMemo(() => new FindStore(views, id), [views, id]);
  const [viewed, loading, finding] = [store.viewed.value, store.loading.value, find.finding.value];
  const blocks = useMemo(() => blocksOf(viewed), [viewed]);
  const words = useMemo(() => wordsOf(finding.text), [finding.text]);
  const [isFinding, setFinding] = useState(false);
  const [folds, setFolds] = useState<Folds>({ isAllOpen: false, own: new Map() });
  const chosen = useSignal<string | null>(null);
  const target = useSignal<string | null>(null);
  const turnInView = useSignal<number | null>(null);
  const box = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const { anchor, remember, head } = useAnchor(box, blocks, loading === "open");

  useTitle(isPart ? null : viewed.session?.title || "Session");

  const open = (at: Opening) => {
    head(at === "end" ? "end" : { key: `turn ${at.turn}` });
    return store.open(at);
  };
  /** Goes to an item, loading what is around it if it is not here. */
  const show = async (turn: number, item: string | null) => {
    const keyIn = () => {
      if (item === null) return `turn ${turn}`;
      const found = store.viewed.peek().items.find((one) => one.item.id === item && one.place.turn === turn);
      return found === undefined ? null : placeKey(found.place);
    };
    const isHere = item === null ? blockIn(box.current as HTMLElement, `turn ${turn}`) !== null : keyIn() !== null;
    if (!isHere) await open({ turn, item });
    const key = keyIn();
    if (key === null) return;
    chosen.value = target.value = key;
    unfold(key);
    requestAnimationFrame(() => {
      const block = box.current && blockIn(box.current, key);
      block?.scrollIntoView({ block: item === null ? "start" : "center" });
      remember();
    });
  };
  const unfold = (key: string) => setFolds((now) => ({ ...now, own: new Map(now.own).set(key, false) }));

  useEffect(() => {
    if (turn === null) void open("end");
    else void show(turn, item);
    return () => store.close();
  }, [store, turn, item]);

  useEffect(() => {
    if (wanted === null) return;
    setFinding(true);
    find.find(wanted);
    return () => find.close();
  }, [find, wanted]);

  const changes = sessions.changes.value;
  useEffect(() => {
    if (changes.sessions === null || changes.sessions.some((one) => one === id)) void store.refresh();
  }, [changes, store, id]);

  const onScroll = () => {
    const shown = box.current;
    if (shown === null) return;
    remember();
    turnInView.value = turnOf(anchor.current?.read ?? "");
    if (shown.scrollTop < ahead) void store.loadBefore();
    if (shown.scrollHeight - shown.scrollTop - shown.clientHeight < ahead) void store.loadAfter();
  };
  // A short part may leave room for more.
  useEffect(onScroll, [blocks]);

  useEffect(() => {
    const shown = box.current;
    if (shown === null || !isFinding) return unmarkWords();
    const current = finding.places[finding.current];
    const here = current === undefined ? null : blockIn(shown, placeKey(current));
    const frame = requestAnimationFrame(() => markWords(shown, words, here));
    return () => cancelAnimationFrame(frame);
  }, [blocks, words, folds, isFinding, finding.current, finding.places.length]);
  useEffect(() => unmarkWords, []);

  const choose = (key: string | null) => {
    chosen.value = key;
    const block = key === null || box.current === null ? null : blockIn(box.current, key);
    block?.scrollIntoView({ block: "nearest" });
    block?.focus({ preventScroll: true });
  };
  const items = blocks.filter((block): block is Extract<Block, { kind: "item" }> => block.kind === "item");
  const move = (by: number) => {
    const from = items.findIndex(({ key }) => key === chosen.value);
    const start = from >= 0 ? from + by : items.findIndex(({ key }) => key === anchor.current?.key);
    choose(items[Math.max(0, Math.min(items.length - 1, start))]?.key ?? null);
  };
  const moveTurn = (by: number) => {
    const now = turnInView.value ?? 1;
    void show(Math.max(0, now + by), null);
  };
  const moveFound = (direction: 1 | -1) => {
    const { places, current } = find.finding.peek();
    const here = places[current] ?? items.find(({ key }) => key === chosen.value)?.viewed.place ?? null;
    const next = nextPlace(places, here, direction);
    const place = places[next];
    if (place === undefined) return;
    find.choose(next);
    void show(place.turn, place.item);
  };
  const fold = (key: string, isNow: boolean) => setFolds((now) => ({ ...now, own: new Map(now.own).set(key, !isNow) }));
  const foldChosen = () => {
    const block = items.find(({ key }) => key === chosen.value);
    if (block !== undefined) fold(block.key, isFolded(folds, block.key, block.viewed));
  };
  const openFind = () => {
    setFinding(true);
    requestAnimationFrame(() => field.current?.select());
  };
  const closeFind = () => {
    setFinding(false);
    find.find("");
    box.current?.focus();
  };
  const back = () => {
    if (isFinding) closeFind();
    else window.location.hash = isPart ? "#/projects" : backHref(id);
  };
  useViewerActions({
    id,
    isPlayback: projectOfPlayback(id) !== null,
    move,
    moveTurn,
    moveFound,
    goToStart,
    openFind,
    foldChosen,
    back,
    turn: () => turnInView.value,
    goToEnd: () => void open("end"),
    foldAll: () => setFolds(({ isAllOpen }) => ({ isAllOpen: !isAllOpen, own: new Map() })),
    chosen: () => items.find(({ key }) => key === chosen.peek())?.viewed ?? null,
  });

  function goToStart(): void {
    head("start");
    if (!viewed.isStart) void store.open({ turn: 0, item: null });
    else if (box.current !== null) box.current.scrollTop = 0;
  }

  const problem = store.problem.value;
  return (
    <div class="screen viewer">
      <ViewerHead
        session={viewed.session}
        id={id}
        isPart={isPart}
        turn={turnInView.value}
        onTurn={(turn) => void show(turn, null)}
        onStart={goToStart}
        onEnd={() => void open("end")}
        onFind={openFind}
      />
      {isFinding && (
        <FindBar
          finding={finding}
          words={words}
          turnCount={viewed.session?.turnCount ?? 0}
          fieldRef={field}
          onText={(text) => find.find(text)}
          onMove={moveFound}
          onClose={closeFind}
        />
      )}
      {problem !== null && (
        <Banner tone="danger" actions={<Button onClick={() => void open("end")}>Try again</Button>}>
          {problem}
        </Banner>
      )}
      <div
        ref={box}
        class="transcript"
        onScroll={onScroll}
        tabIndex={-1}
        data-ready={loading === null && viewed.session !== null ? "" : undefined}
      >
        <div class="column">
          <div class="edge">
            {loading === "open" || loading === "before" ? (
              <Spinner>Reading…</Spinner>
            ) : (
              viewed.isStart && "Start of the session"
            )}
          </div>
          <Transcript
            session={id}
            blocks={blocks}
            folds={folds}
            chosen={chosen.value}
            target={target.value}
            onFold={fold}
            onChoose={(key) => {
              chosen.value = key;
            }}
          />
          <div class="edge">
            {loading === "after" ? (
              <Spinner>Reading…</Spinner>
            ) : (
              viewed.isEnd && endWords(viewed.session?.state ?? null)
            )}
          </div>
        </div>
      </div>
    </div>
  );
}

/** `turn 7`, `7.3` */
function turnOf(key: string): number | null {
  const [, number] = /^(?:turn )?(\d+)/.exec(key) ?? [];
  return number === undefined ? null : Number(number);
}
