import { type About, type Choice, noSettings, type Settings, traitsOf } from "@reprise/model";
import { useState } from "preact/hooks";
import { Banner, Button, Check, Dialog, Select, TextField } from "../../design/index.ts";
import { usePage } from "../../shell/page.ts";
import { useAct, useWorkbench } from "../use-workbench.ts";
import { settingChoices } from "./setting-choices.ts";
import { whyNotStart } from "./why-not-start.ts";

interface ChoicesProps {
  readonly choice: Choice | null;
  readonly isEnterSending: boolean;
  readonly onEnterSending: (isOn: boolean) => void;
  readonly onClose: () => void;
}

/** Left to the agent and its configuration. */
const unset = "";

/** Agent, model and permissions of the next session, and how the composer works. */
export function Choices({ choice, isEnterSending, onEnterSending, onClose }: ChoicesProps) {
  const agents = usePage().agents.value;
  const { store } = useWorkbench();
  const act = useAct();
  const [agent, setAgent] = useState(choice?.agent ?? agents[0]?.agent ?? "");
  const [settings, setSettings] = useState<Settings>(choice?.settings ?? noSettings);
  const missing = whyNotStart(agents, traitsOf(agents, agent));
  const set = (part: Partial<Settings>) => setSettings({ ...settings, ...part });
  const save = async () => {
    if ((await act({ type: "choose", choice: { agent, settings } })) !== null) onClose();
  };
  const field = (name: "sandbox" | "approvalPolicy" | "effort", label: string) => {
    const values = settingChoices(agent, name, settings[name]);
    if (values.length === 0) return null;
    return (
      <Select
        label={label}
        value={settings[name] ?? unset}
        options={[
          { value: unset, label: "as the agent is configured" },
          ...values.map(({ value, label: words }) => ({ value, label: words })),
        ]}
        onChange={(value) => set({ [name]: value === unset ? null : value })}
      />
    );
  };
  const isWide = (["sandbox", "approvalPolicy"] as const).some((name) =>
    settingChoices(agent, name, settings[name]).some(({ value, isWide: widens }) => widens && value === settings[name]),
  );
  return (
    <Dialog
      title="Agent and permissions"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button tone="primary" whyNot={store.whyNotChange.value} onClick={() => void save()}>
            Use these
          </Button>
        </>
      }
    >
      <div class="setting-choices">
        <p class="soft">For the next session. One that is open keeps its own settings.</p>
        <Select
          label="Agent"
          value={agent}
          options={agentOptions(agents, agent)}
          onChange={(chosen) => {
            setAgent(chosen);
            setSettings(noSettings);
          }}
        />
        {missing !== null && <Banner tone="caution">{missing}</Banner>}
        <TextField
          label="Model"
          placeholder="as the agent is configured"
          value={settings.model ?? ""}
          onInput={(model) => set({ model: model.trim() === "" ? null : model.trim() })}
        />
        {field("effort", "Reasoning effort")}
        {field("sandbox", "Sandbox")}
        {field("approvalPolicy", "Approvals")}
        {isWide && <Banner tone="danger">This allows more than the agent's default.</Banner>}
        <Check isOn={isEnterSending} onChange={onEnterSending}>
          Enter sends, Shift-Enter starts a new line (otherwise Ctrl-Enter sends)
        </Check>
      </div>
    </Dialog>
  );
}

function agentOptions(agents: About["agents"], chosen: string) {
  const known = agents.map(({ agent, title, whyNot }) => ({
    value: agent,
    label: whyNot === null ? title : `${title} (unavailable)`,
  }));
  return known.some(({ value }) => value === chosen) ? known : [...known, { value: chosen, label: chosen }];
}
