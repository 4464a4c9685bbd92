import {
  agentOf,
  conversationLine,
  count,
  estimatedTokens,
  mentionAt,
  mentioned,
  noSettings,
  safeLine,
  traitsOf,
} from "@reprise/model";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { Button, IconButton } from "../../design/index.ts";
import { usePage } from "../../shell/page.ts";
import { store as keep, stored } from "../layout/stored.ts";
import { useAct, useDerived, usePart, useWorkbench } from "../use-workbench.ts";
import { whyNotAttach, withNew } from "./attachments.ts";
import { Blocked } from "./blocked.tsx";
import { Choices } from "./choices.tsx";
import { CompletionList } from "./completion-list.tsx";
import { InputChip, showThumbnail } from "./input-chip.tsx";
import { type Completion, commandsFor, pageCommands, runCommand } from "./page-commands.ts";
import { promptsIn, recalled } from "./prompt-history.ts";
import { Queued } from "./queued.tsx";
import { choiceSummary } from "./setting-choices.ts";
import { useDraft } from "./use-draft.ts";
import { useMentions } from "./use-mentions.ts";
import { whyNotStart } from "./why-not-start.ts";

/** Where the next message is written. */
export function Composer() {
  const { store, links } = useWorkbench();
  const { agents, toasts } = usePage();
  const act = useAct();
  const { draft, edit, attach, save, clear } = useDraft();
  const activity = usePart("activity");
  const choice = usePart("choice") ?? null;
  const thread = usePart("thread") ?? null;
  const prompts = useDerived("entries", promptsIn);
  const box = useRef<HTMLTextAreaElement>(null);
  const picker = useRef<HTMLInputElement>(null);
  const [recalledAt, setRecalledAt] = useState<number | null>(null);
  const [isChoosing, setChoosing] = useState(false);
  const [isSending, setSending] = useState(false);
  const [isEnterSending, setEnterSending] = useState(() => stored("enter-sends") !== "no");
  const [hidden, setHidden] = useState<string | null>(null);
  const [chosen, setChosen] = useState(0);
  /** What a command said, or why a line is not sent; until the text changes. */
  const [hint, setHint] = useState<string | null>(null);
  const mention = mentionAt(draft.text, draft.cursor);
  const found = useMentions(mention);
  const commands = commandsFor(draft.text);
  const choices = commands.length > 0 ? commands : found[0] === mention?.letters ? [] : found.map(fileChoice);
  const isListed = choices.length > 0 && hidden !== draft.text;
  const chosenChoice = choices[Math.min(chosen, choices.length - 1)];

  // A draft that changed elsewhere brings its cursor; typing here has it already.
  useLayoutEffect(() => {
    const shown = box.current;
    if (shown === null || shown.value === draft.text) return;
    shown.value = draft.text;
    shown.setSelectionRange(draft.cursor, draft.cursor);
  }, [draft]);

  const write = (text: string, cursor: number) => {
    setHint(null);
    edit(text, cursor);
    if (box.current !== null) {
      box.current.value = text;
      box.current.setSelectionRange(cursor, cursor);
      box.current.focus();
    }
  };
  const complete = ({ word, text: written }: Completion) => {
    setChosen(0);
    if (mention === null) return write(written, written.length);
    const path = word;
    const { text, cursor } = mentioned(draft.text, draft.cursor, mention, path, {
      isEscaped: takes.escapesMentions,
    });
    write(text, cursor);
  };
  const session = thread?.session ?? null;
  const agent = session === null ? choice?.agent : agentOf(session);
  const takes = traitsOf(agents.value, agent ?? agents.value[0]?.agent ?? "");
  const missing = session === null ? whyNotStart(agents.value, takes) : null;
  const isWorking = activity?.phase === "working";
  const isEmpty = draft.text.trim() === "" && draft.inputs.length === 0;
  const whyNotSend = isSending
    ? "It is being sent."
    : isEmpty
      ? "Write a message first."
      : (store.whyNotAct.value ?? missing);
  const command = async (name: (typeof pageCommands)[number], words: string) => {
    write("", 0);
    save();
    try {
      setHint(await runCommand(name, words, { store, links, agent: takes.agent }));
    } catch (error) {
      toasts.fail(error);
    }
  };
  const send = async (steers: boolean) => {
    const line = conversationLine(draft.text, pageCommands);
    if (line.kind === "refused") return setHint(line.hint);
    if (line.kind === "command") return command(line.name, line.words);
    if (whyNotSend !== null) return;
    setSending(true);
    save();
    const { text } = line;
    const { inputs } = draft;
    const result = await act({ type: "send", text, inputs: [...inputs], steers });
    setSending(false);
    if (result === null) return;
    // It needs consent first: the text stays.
    if (result.message !== null) return toasts.show(result.message, { tone: "caution" });
    clear();
    setRecalledAt(null);
  };
  const upload = async (files: readonly File[]) => {
    const whyNot = takes.takesImages ? whyNotAttach(files, draft.inputs.length) : `${takes.title} takes no images.`;
    if (whyNot !== null) return toasts.show(whyNot, { tone: "caution" });
    try {
      attach(withNew(draft.inputs, await Promise.all(files.map(kept))));
    } catch (error) {
      toasts.fail(error);
    }
  };
  const kept = async (file: File) => {
    const input = await store.channel.keepImage(new Uint8Array(await file.arrayBuffer()), file.name);
    showThumbnail(input, file);
    return input;
  };
  const press = (event: KeyboardEvent) => {
    if (event.isComposing) return;
    const { key, shiftKey, ctrlKey, metaKey } = event;
    if (isListed && pressedInList(event)) return;
    if (key === "Escape") {
      // To where single keys are commands; another one is for them.
      event.preventDefault();
      event.stopPropagation();
      document.getElementById("main")?.focus({ preventScroll: true });
    }
    if (key === "Enter" && !shiftKey) {
      const isSend = isEnterSending ? !ctrlKey && !metaKey : ctrlKey || metaKey;
      const isSteer = isEnterSending && (ctrlKey || metaKey) && isWorking && activity.canSteer;
      if (!isSend && !isSteer) return;
      event.preventDefault();
      void send(isSteer);
    }
    if (key === "ArrowUp" || key === "ArrowDown") {
      const next = recalled({ prompts, at: recalledAt }, draft.text, key === "ArrowUp" ? -1 : 1);
      if (next === null) return;
      event.preventDefault();
      setRecalledAt(next.at);
      write(next.text, next.text.length);
    }
  };
  const pressedInList = (event: KeyboardEvent): boolean => {
    if (chosenChoice === undefined || (event.key === "Enter" && chosenChoice.word === draft.text)) return false;
    const moves: Readonly<Record<string, () => void>> = {
      ArrowDown: () => setChosen((chosen + 1) % choices.length),
      ArrowUp: () => setChosen((chosen - 1 + choices.length) % choices.length),
      Enter: () => complete(chosenChoice),
      Tab: () => complete(chosenChoice),
      Escape: () => setHidden(draft.text),
    };
    const move = event.shiftKey ? undefined : moves[event.key];
    if (move === undefined) return false;
    event.preventDefault();
    event.stopPropagation();
    move();
    return true;
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: images are dropped anywhere on it
    <div
      class="composer"
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        void upload([...(event.dataTransfer?.files ?? [])]);
      }}
    >
      <Queued queued={activity?.queued ?? []} />
      {isListed && (
        <CompletionList
          label={commands.length > 0 ? "Commands" : "Files"}
          choices={choices}
          chosen={choices.indexOf(chosenChoice as Completion)}
          onChoose={complete}
        />
      )}
      {draft.inputs.length > 0 && (
        <ul class="plain-list chips">
          {draft.inputs.map((input) => (
            <InputChip
              key={input.path}
              input={input}
              onRemove={() => attach(draft.inputs.filter((one) => one.path !== input.path))}
            />
          ))}
        </ul>
      )}
      <textarea
        ref={box}
        class="input composer-box"
        aria-label="Message"
        placeholder={thread === null ? "What should the agent do?" : "What next?"}
        rows={2}
        readOnly={store.whyNotChange.value !== null && store.link.value === "open"}
        aria-controls={isListed ? "completions" : undefined}
        aria-activedescendant={isListed ? `completion-${Math.min(chosen, choices.length - 1)}` : undefined}
        onInput={({ currentTarget: { value, selectionStart } }) => {
          setHint(null);
          setChosen(0);
          edit(value, selectionStart);
        }}
        onSelect={({ currentTarget: { value, selectionStart } }) => {
          if (selectionStart !== draft.cursor && value === draft.text) edit(value, selectionStart);
        }}
        onKeyDown={press}
        onPaste={(event) => {
          const files = [...(event.clipboardData?.files ?? [])];
          if (files.length === 0) return;
          event.preventDefault();
          void upload(files);
        }}
      />
      <p role="status" class="composer-hint">
        {hint === null ? "" : safeLine(hint)}
      </p>
      <Blocked missing={missing} isEmpty={isEmpty} />
      <div class="composer-foot">
        <Button tone="quiet" size="small" title="Agent and permissions" onClick={() => setChoosing(true)}>
          <span class="cut">{choiceSummary(takes.title, thread?.settings ?? choice?.settings ?? noSettings)}</span>
        </Button>
        <input
          ref={picker}
          type="file"
          accept="image/png,image/jpeg,image/gif,image/webp"
          multiple
          hidden
          onChange={({ currentTarget }) => {
            void upload([...(currentTarget.files ?? [])]);
            currentTarget.value = "";
          }}
        />
        <IconButton icon="attachment" size="small" label="Attach images" onClick={() => picker.current?.click()} />
        <span class="faint grow composer-tokens">
          {draft.text === "" ? "" : `about ${count(estimatedTokens(draft.text), "token")}`}
        </span>
        {isWorking && (
          <Button tone="danger" whyNot={store.whyNotChange.value} onClick={() => void act({ type: "interrupt" })}>
            Stop
          </Button>
        )}
        {isWorking && activity.canSteer && (
          <Button whyNot={whyNotSend} title="Adds it to the running turn" onClick={() => void send(true)}>
            Steer
          </Button>
        )}
        <Button
          tone="primary"
          whyNot={whyNotSend}
          {...(isWorking ? { title: "Waits for the end of the turn" } : {})}
          onClick={() => void send(false)}
        >
          Send
        </Button>
      </div>
      {isChoosing && (
        <Choices
          choice={choice}
          isEnterSending={isEnterSending}
          onEnterSending={(isOn) => {
            setEnterSending(isOn);
            keep("enter-sends", isOn ? "yes" : "no");
          }}
          onClose={() => setChoosing(false)}
        />
      )}
    </div>
  );
}

function fileChoice(path: string): Completion {
  return { word: path, means: "", text: path };
}
