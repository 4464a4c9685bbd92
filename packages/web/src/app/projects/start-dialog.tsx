import { type About, type Agent, traitsOf } from "@reprise/model";
import { useEffect, useId, useRef, useState } from "preact/hooks";
import { Banner, Button, Dialog, Select, TextField } from "../design/index.ts";
import { usePage } from "../shell/page.ts";
import { goTo } from "../shell/router.ts";
import { settingChoices } from "../workbench/composer/setting-choices.ts";
import { whyNotStart } from "../workbench/composer/why-not-start.ts";

const usualRounds = "10";
const usualSandbox = "workspace-write";
/** Left to the agent and its configuration. */
const unset = "";

export function StartDialog({ onClose }: { readonly onClose: () => void }) {
  const page = usePage();
  const { projects, here } = page;
  const agents = page.agents.value;
  const [goal, setGoal] = useState("");
  const [agent, setAgent] = useState<Agent>(usualAgent(agents));
  const [rounds, setRounds] = useState(usualRounds);
  const [sandbox, setSandbox] = useState(usualSandbox);
  const [problem, setProblem] = useState<string | null>(null);
  const [isStarting, setStarting] = useState(false);
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => field.current?.focus(), []);
  const sandboxes = settingChoices(agent, "sandbox", null);
  const missing = whyNotStart(agents, traitsOf(agents, agent));
  const isWide = sandboxes.some(({ value, isWide: widens }) => widens && value === sandbox);

  const start = async () => {
    setStarting(true);
    setProblem(null);
    try {
      const settings = sandboxes.length === 0 || sandbox === unset ? {} : { sandbox };
      const { path } = await projects.start({
        goal: goal.trim(),
        cwd: here.folder,
        agent,
        settings,
        rounds: Number(rounds),
      });
      goTo({ screen: "projects", path });
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
      setStarting(false);
    }
  };
  return (
    <Dialog
      title="Start a project"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button tone="primary" whyNot={missing ?? whyNot(goal, rounds, isStarting)} onClick={() => void start()}>
            {isStarting ? "Starting…" : "Start"}
          </Button>
        </>
      }
    >
      <div class="project-form">
        {problem !== null && <Banner tone="danger">{problem}</Banner>}
        <div class="field">
          <label for={id} class="label">
            Goal
          </label>
          <textarea
            ref={field}
            id={id}
            class="input"
            rows={5}
            value={goal}
            placeholder="Port the parser to the new AST"
            onInput={(event) => setGoal(event.currentTarget.value)}
          />
        </div>
        <div class="project-choices">
          <Select
            label="Agent"
            value={agent}
            options={agents.map(({ agent: value, title, whyNot }) => ({
              value,
              label: whyNot === null ? title : `${title} (unavailable)`,
            }))}
            onChange={(chosen) => {
              setAgent(chosen);
              setSandbox(usualSandbox);
            }}
          />
          <TextField label="Rounds, at most" kind="number" value={rounds} onInput={setRounds} />
        </div>
        {missing !== null && <Banner tone="caution">{missing}</Banner>}
        {sandboxes.length > 0 && (
          <Select
            label="Sandbox"
            value={sandbox}
            options={[
              ...sandboxes.map(({ value, label }) => ({ value, label })),
              { value: unset, label: "as the agent is configured" },
            ]}
            onChange={setSandbox}
          />
        )}
        {isWide && <Banner tone="danger">This allows more than the agent's default.</Banner>}
        <p class="soft">
          Works in <span class="mono">{here.folder}</span>, one fresh thread a round, until the agent declares the goal
          met or the rounds are used. Nothing is asked: what the sandbox does not allow is declined.
        </p>
      </div>
    </Dialog>
  );
}

/** The first that can be started. */
function usualAgent(agents: About["agents"]): Agent {
  return (agents.find(({ whyNot }) => whyNot === null) ?? agents[0])?.agent ?? "";
}

function whyNot(goal: string, rounds: string, isStarting: boolean): string | null {
  if (isStarting) return "It is starting.";
  if (goal.trim() === "") return "Write the goal first.";
  return /^[1-9]\d{0,3}$/.test(rounds) ? null : "Rounds is a number from 1 to 9999.";
}
