import type { RestorePlan } from "@reprise/model";
import { describeAskingFace, type FacedPerson, promptTurn, type SessionSeed } from "@reprise/testkit";
import { MemoryStage } from "../../test/memory-stage.ts";

const seed: SessionSeed = {
  thread: "a",
  workspace: "/srv",
  updatedAt: "2026-01-01T00:00:00.000Z",
  turns: [promptTurn("one")],
};

const session = "codex:a";

async function askIn(folder: string, person: FacedPerson): Promise<void> {
  const stage = await MemoryStage.open({ seeds: [seed], runner: person.runner });
  stage.editor.answers = ({ toolCall: { title, content } }) => {
    for (const part of content ?? [])
      if (part.type === "content" && part.content.type === "text") person.sees(part.content.text);
    return person.answer(title ?? "") ? "yes" : "no";
  };
  await stage.editor.load(session, folder);
  await stage.editor.prompt(session, "two").catch((error: Error) => person.sees(error.message));
  await stage.leave();
}

const face = {
  takes: ({ mode }: RestorePlan) => mode !== "fork",
  without: ["steps"],
  wider: /--allow-wider/,
  canAllowWider: false,
} as const;

describeAskingFace("an editor over ACP", { ...face, ask: (_, person) => askIn("/srv", person) });

describeAskingFace("an editor that has the session open in another folder", {
  ...face,
  settled: {},
  ask: (_, person) => askIn("/elsewhere", person),
});
