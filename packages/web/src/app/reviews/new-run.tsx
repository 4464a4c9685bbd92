import { type About, type Agent, count, type Offer, traitsOf } from "@reprise/model";
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { Banner, Button, Dialog, Select } from "../design/index.ts";
import { usePage } from "../shell/page.ts";
import { settingChoices } from "../workbench/composer/setting-choices.ts";
import { whyNotStart } from "../workbench/composer/why-not-start.ts";
import type { WorkGiven } from "./work-dialog.tsx";

const usualAgent = "codex";
/** Left to the agent and its configuration. */
const unset = "";

interface NewRunProps extends WorkGiven {
  readonly title: string;
  readonly notice: ComponentChildren;
  readonly whyNot: string | null;
  /** The interrupted run or unsent prompt that is not offered again after this. */
  readonly replaces: Offer | null;
}

/** Who works on the comments, where and with which permissions: then it starts, and spends tokens. */
export function NewRun({ title, notice, whyNot, replaces, ...given }: NewRunProps) {
  const page = usePage();
  const { runner } = page;
  const { reviews, target, comments, isForced, onStarted, onClose } = given;
  const agents = page.agents.value;
  const [agent, setAgent] = useState<Agent>(firstAgent(agents));
  const [sandbox, setSandbox] = useState(unset);
  const [problem, setProblem] = useState<string | null>(null);
  const [isStarting, setStarting] = useState(false);
  const sandboxes = settingChoices(agent, "sandbox", null);
  const isWide = sandboxes.some(({ value, isWide: widens }) => widens && value === sandbox);
  const missing = whyNotStart(agents, traitsOf(agents, agent));
  const start = async () => {
    setStarting(true);
    setProblem(null);
    try {
      const settings = sandboxes.length === 0 || sandbox === unset ? {} : { sandbox };
      const wish = await reviews.prepare({
        target,
        comments: [...comments],
        agent,
        settings,
        isForced,
        canAnswer: true,
        isResumed: false,
      });
      const carries = replaces?.session === null ? { carries: [replaces.run] } : {};
      if (replaces !== null && replaces.session !== null) await runner.decline(replaces.run);
      onStarted(await runner.run({ ...wish, ...carries }), agent);
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
      setStarting(false);
    }
  };
  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Not now</Button>
          <Button
            tone="primary"
            icon="play"
            whyNot={isStarting ? "It is starting." : (missing ?? whyNot)}
            onClick={() => void start()}
          >
            {isStarting ? "Starting…" : "Start"}
          </Button>
        </>
      }
    >
      <div class="review-form">
        {problem !== null && <Banner tone="danger">{problem}</Banner>}
        {notice}
        {missing !== null && <Banner tone="caution">{missing}</Banner>}
        <div class="review-choices">
          <Select
            label="Agent"
            value={agent}
            options={agents.map(({ agent: value, title: name, whyNot: why }) => ({
              value,
              label: why === null ? name : `${name} (unavailable)`,
            }))}
            onChange={(chosen) => {
              setAgent(chosen);
              setSandbox(unset);
            }}
          />
          {sandboxes.length > 0 && (
            <Select
              label="Sandbox"
              value={sandbox}
              options={[
                { value: unset, label: "as the agent is configured" },
                ...sandboxes.map(({ value, label }) => ({ value, label })),
              ]}
              onChange={setSandbox}
            />
          )}
        </div>
        {isWide && <Banner tone="danger">This allows more than the agent's default.</Banner>}
        <p class="soft">
          Works in <span class="mono">{target.checkout.folder}</span> on {count(comments.length, "comment")}, which
          spends tokens. What needs permission is asked here. Nothing is posted.
        </p>
      </div>
    </Dialog>
  );
}

function firstAgent(agents: About["agents"]): Agent {
  const usual = agents.find(({ agent, whyNot }) => agent === usualAgent && whyNot === null);
  return (usual ?? agents.find(({ whyNot }) => whyNot === null) ?? agents[0])?.agent ?? usualAgent;
}
