import { type AnnotationChange, labelOf, type SessionSummary, type TagCount } from "@reprise/model";
import { httpAnnotations } from "@reprise/web/client";
import { useEffect, useRef, useState } from "preact/hooks";
import { Button, Dialog, Spinner, TextField } from "../design/index.ts";
import { usePage } from "../shell/page.ts";
import { archive, hide, useAnnotating } from "./annotating.ts";

interface AnnotationDialogProps {
  readonly session: SessionSummary;
  readonly onClose: () => void;
}

const mostKnown = 12;

/** The person's name and tags of a session, and whether lists leave it out. */
export function AnnotationDialog({ session, onClose }: AnnotationDialogProps) {
  const { call, toasts } = usePage();
  const annotating = useAnnotating();
  const [name, setName] = useState<string | null>(null);
  const [tags, setTags] = useState("");
  const [isOurs, setIsOurs] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const [known, setKnown] = useState<readonly TagCount[]>([]);
  useEffect(() => {
    const annotations = httpAnnotations(call);
    annotations.read(session.id).then(
      ({ annotation }) => {
        setName(annotation.name ?? "");
        setTags(annotation.tags.join(" "));
        setIsOurs(annotation.isArchived);
      },
      (error: unknown) => {
        toasts.fail(error);
        onClose();
      },
    );
    annotations.tags().then(setKnown, toasts.fail.bind(toasts));
  }, [call, session.id]);
  useEffect(() => field.current?.focus(), [name === null]);
  const words = tags.split(/\s+/).filter((tag) => tag !== "");
  const others = known.filter(({ tag }) => !words.includes(tag)).slice(0, mostKnown);
  const save = async () => {
    if (name === null) return;
    const change: AnnotationChange = { name: name.trim() === "" ? null : name, tags: words };
    if ((await annotating.annotate(session, change, "Saved")) !== "failed") onClose();
  };
  const act = (change: typeof hide) => {
    void change(annotating, session);
    onClose();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Enter" && !event.isComposing) void save();
  };
  const canTakeOut = !session.archived || isOurs;
  return (
    <Dialog
      title="Tidy up"
      onClose={onClose}
      actions={
        <>
          <Button onClick={() => act(hide)}>{session.hidden ? "Show in lists" : "Hide"}</Button>
          <Button
            icon="archive"
            whyNot={canTakeOut ? null : `${session.agent} archived it: Reprise does not change its files`}
            onClick={() => act(archive)}
          >
            {session.archived ? "Take out of the archive" : "Archive"}
          </Button>
          <span class="grow" />
          <Button tone="primary" onClick={() => void save()}>
            Save
          </Button>
        </>
      }
    >
      {name === null ? (
        <Spinner>Reading…</Spinner>
      ) : (
        <div class="annotation">
          <TextField
            label="Name"
            value={name}
            placeholder={labelOf({ ...session, hidden: false, archived: false, subagentOf: null })}
            onInput={setName}
            inputRef={field}
            onKeyDown={onKeyDown}
          />
          <TextField
            label="Tags, with spaces between"
            value={tags}
            placeholder="bug ui/login"
            onInput={setTags}
            onKeyDown={onKeyDown}
          />
          {others.length > 0 && (
            <div class="toolbar">
              {others.map(({ tag }) => (
                <Button key={tag} size="small" tone="quiet" onClick={() => setTags([...words, tag].join(" "))}>
                  {`+ ${tag}`}
                </Button>
              ))}
            </div>
          )}
          <p class="faint">Kept in Reprise's own files; the agent's files do not change.</p>
        </div>
      )}
    </Dialog>
  );
}
