import { localSandbox, type Sandbox, type SandboxProvider } from "@reprise/chat";
import { nodeHost } from "@reprise/core";
import { afterEach, describe, expect, it } from "vitest";
import { eventsOf, says, scriptedChats } from "./chat-stage.ts";

let stage: ReturnType<typeof scriptedChats>;
afterEach(() => stage.close());

const endless = `cat > /dev/null\n${says.started}\nsleep 600\n${says.completed}`;

/** Calls `during` at a step of a turn, after it has begun and before it is done. */
function watched(step: "opening" | "putting" | "starting" | "taking", during: () => void): SandboxProvider {
  const local = localSandbox(nodeHost(process.env));
  const at = (reached: typeof step) => {
    if (reached === step) during();
  };
  return {
    name: "watched",
    isIsolated: false,
    isLocal: true,
    async unavailable() {
      at("opening");
      await new Promise(setImmediate);
      return null;
    },
    async open(request) {
      const sandbox = await local.open(request);
      const around: Partial<Sandbox> = {
        async takePersonal(files) {
          await sandbox.takePersonal?.(files);
          at("putting");
        },
        async run(command) {
          const started = await sandbox.run(command);
          at("starting");
          return started;
        },
        get(root, paths) {
          at("taking");
          return sandbox.get(root, paths);
        },
      };
      return Object.assign(Object.create(sandbox), around, {
        put: sandbox.put.bind(sandbox),
        dispose: () => sandbox.dispose(),
      });
    },
  };
}

async function cancelledAt(step: Parameters<typeof watched>[0], script: string) {
  stage = scriptedChats(script);
  let cancel = () => {};
  const chats = stage.open({ sandboxes: [watched(step, () => cancel())] });
  const sent = chats.send({ chat_id: "c", message: "m", sandbox: "watched", workspace: stage.root });
  // Before the turn takes its first step.
  const turn = await new Promise<Awaited<typeof sent>>((resolve) => {
    cancel = () => void sent.then((begun) => begun.cancel());
    void sent.then(resolve);
  });
  const events = await eventsOf(turn);
  return { events, chat: await chats.chat("c") };
}

describe("a turn that is cancelled", () => {
  it.each(["opening", "putting", "starting"] as const)("while %s it ends as cancelled", async (step) => {
    const { events, chat } = await cancelledAt(step, endless);
    expect(events.at(-1)).toMatchObject({ type: "result", status: "cancelled" });
    expect(events.filter(({ type }) => type === "error")).toEqual([]);
    expect(chat).toMatchObject({ session_id: null, turns: [{ status: "cancelled", error: null }] });
  });

  it("after the agent has completed it, is kept", async () => {
    const { events, chat } = await cancelledAt("taking", `cat > /dev/null\n${says.started}\n${says.completed}`);
    expect(events.at(-1)).toMatchObject({ type: "result", status: "completed" });
    expect(chat.turns).toMatchObject([{ status: "completed" }]);
    expect(chat.session_id).not.toBeNull();
  });
});
