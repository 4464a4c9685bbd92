import { type ReplayWay, type RestorePlan, type SessionSummary, wayText } from "@reprise/model";
import { Icon, Segmented, Select } from "../design/index.ts";
import { usePage } from "../shell/page.ts";
import { kinds } from "./kinds.ts";
import { type Kind, kindOf, type RestoreRequest } from "./request.ts";

interface ChoicesProps {
  readonly session: SessionSummary;
  readonly request: RestoreRequest;
  readonly plan: RestorePlan | null;
  readonly onAsk: (change: Partial<RestoreRequest>) => void;
}

/** How to continue, with whom, from where. Every change makes another plan, and starts nothing. */
export function Choices({ session, request, plan, onAsk }: ChoicesProps) {
  const { here, agents: known } = usePage();
  const kind = kindOf(request, plan);
  const ways = plan !== null && "ways" in plan ? plan.ways : [];
  const agents = known.value.map(({ agent, title, whyNot }) => ({
    value: agent,
    label: whyNot === null ? title : `${title} (unavailable)`,
  }));
  return (
    <div class="choices">
      <fieldset class="kinds">
        <legend>How to continue</legend>
        {kinds.map((one) => (
          <KindChoice key={one.kind} {...one} isChosen={one.kind === kind} onChoose={() => onAsk({ kind: one.kind })} />
        ))}
      </fieldset>
      {kind !== "handoff" && agents.length > 0 && (
        <Select
          label="Agent"
          value={request.to ?? session.agent}
          options={agents}
          onChange={(agent) => onAsk({ to: agent === session.agent ? null : agent })}
        />
      )}
      {ways.length > 1 && plan !== null && "via" in plan && (
        <Select
          label="Way"
          value={(plan.via ?? ways[0]?.way ?? "native") as string}
          options={ways.map((way) => ({ value: way.way as string, label: wayText(way) }))}
          onChange={(via) => onAsk({ via: via as ReplayWay })}
        />
      )}
      {kind !== "resume" && kind !== "repair" && session.turnCount > 1 && (
        <Select
          label="Continue after"
          value={String(request.at ?? session.turnCount)}
          options={turnOptions(session.turnCount, request.at)}
          onChange={(turn) => onAsk({ at: Number(turn) === session.turnCount ? null : Number(turn) })}
        />
      )}
      {kind !== "handoff" && session.workspace !== null && session.workspace !== here.folder && (
        <Segmented
          label="Folder"
          value={request.folder === null ? "recorded" : "here"}
          options={[
            { value: "recorded", label: "Recorded folder" },
            { value: "here", label: "This folder" },
          ]}
          onChange={(value) => onAsk({ folder: value === "recorded" ? null : here.folder })}
        />
      )}
    </div>
  );
}

interface KindChoiceProps {
  readonly kind: Kind;
  readonly label: string;
  readonly words: string;
  readonly icon: (typeof kinds)[number]["icon"];
  readonly isChosen: boolean;
  readonly onChoose: () => void;
}

function KindChoice({ kind, label, words, icon, isChosen, onChoose }: KindChoiceProps) {
  return (
    <label class="kind">
      <input type="radio" name="kind" value={kind} checked={isChosen} onChange={onChoose} />
      <Icon name={icon} />
      <span>
        <strong>{label}</strong>
        <span class="soft">{words}</span>
      </span>
    </label>
  );
}

const mostOptions = 200;

/** The last ones, and the one that was asked for. */
function turnOptions(turnCount: number, at: number | null): { value: string; label: string }[] {
  const last = Array.from({ length: Math.min(turnCount, mostOptions) }, (_, index) => turnCount - index);
  const turns = at === null || last.includes(at) ? last : [...last, at];
  return turns.map((turn) => ({
    value: String(turn),
    label: turn === turnCount ? `turn ${turn}, the last` : `turn ${turn}`,
  }));
}
