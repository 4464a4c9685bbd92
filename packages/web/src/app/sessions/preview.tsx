import { isCutOff, labelOf, modeLabels, type SessionSummary, stateWords } from "@reprise/model";
import { Badge, Button, Facts, IconButton, LinkButton } from "../design/index.ts";
import { usePage } from "../shell/page.ts";
import { hrefOf, restoreRoute, viewerHref } from "../shell/route.ts";
import { ConversationEnd } from "./conversation-end.tsx";
import { sessionFacts } from "./session-facts.ts";
import { toneOf } from "./state-words.ts";

interface PreviewProps {
  readonly session: SessionSummary;
  readonly onAnnotate: () => void;
  readonly onTag: (tag: string) => void;
}

/** The chosen session beside the list. */
export function Preview({ session, onAnnotate, onTag }: PreviewProps) {
  const { here } = usePage();
  return (
    <aside class="preview" aria-label="Preview">
      <div class="preview-head">
        <h2>{labelOf(session)}</h2>
        <div class="toolbar">
          <Badge tone={toneOf(session.state)}>{stateWords(session.state, session.parkedUntil)}</Badge>
          <Badge>{session.agent}</Badge>
          {session.tags.map((tag) => (
            <Button key={tag} size="small" tone="quiet" title={`Sessions with ${tag}`} onClick={() => onTag(tag)}>
              {`#${tag}`}
            </Button>
          ))}
          <span class="grow" />
          <IconButton icon="edit" label="Name, tags, hide, archive" onClick={onAnnotate} />
        </div>
        <div class="toolbar">
          <LinkButton
            href={hrefOf(restoreRoute(session.id))}
            icon="play"
            {...(isCutOff(session.state) ? { tone: "primary" } : {})}
          >
            Restore
          </LinkButton>
          <LinkButton href={viewerHref(session.id)}>View</LinkButton>
          <span class="grow" />
          {(["replay", "handoff"] as const).map((mode) => (
            <LinkButton key={mode} size="small" tone="quiet" href={hrefOf(restoreRoute(session.id, { mode }))}>
              {modeLabels[mode]}
            </LinkButton>
          ))}
        </div>
      </div>
      <div class="preview-body">
        <Facts facts={sessionFacts(session, here.homeFolder)} />
        <h3>End of the conversation</h3>
        <ConversationEnd session={session} />
      </div>
    </aside>
  );
}
