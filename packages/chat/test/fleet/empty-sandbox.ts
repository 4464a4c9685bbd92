import { randomUUID } from "node:crypto";
import type { Sandbox, SandboxFile, SandboxProvider } from "@reprise/chat";

/**
 * A sandbox that runs nothing: the echo agent's answer is there at once. What a turn costs in it is what the fleet costs. Its
 * session has a line for each prompt, as the agent's own.
 */
export const emptySandbox: SandboxProvider = {
  name: "empty",
  isIsolated: true,
  isLocal: false,
  unavailable: async () => null,
  open: async () => open(),
};

function open(): Sandbox {
  const files = new Map<string, Buffer>();
  return {
    id: randomUUID(),
    home: "/home",
    workspace: "/workspace",
    isWorkspaceShared: true,
    async put(_root, given) {
      for await (const file of given) files.set(file.path, await bytesOf(file));
    },
    async *get() {
      for (const [path, bytes] of files) yield fileOf(path, bytes);
    },
    async run({ args, input }) {
      const [, thread = ""] = args;
      const path = `.echo/sessions/${thread}.jsonl`;
      const line = { item: { kind: "prompt", text: String(input) }, at: new Date().toISOString() };
      files.set(path, Buffer.concat([files.get(path) ?? Buffer.of(), Buffer.from(`${JSON.stringify(line)}\n`)]));
      const said = [{ thread }, { reply: "done" }, { end: "completed" }];
      return {
        stdout: pieces(said.map((one) => `${JSON.stringify(one)}\n`).join("")),
        stderr: pieces(""),
        exited: Promise.resolve({ code: 0, signal: null }),
        stop: async () => undefined,
      };
    },
    dispose: async () => undefined,
  };
}

async function* pieces(text: string): AsyncGenerator<Uint8Array> {
  if (text !== "") yield Buffer.from(text);
}

async function bytesOf(file: SandboxFile): Promise<Buffer> {
  const all: Uint8Array[] = [];
  for await (const piece of file.bytes()) all.push(piece);
  return Buffer.concat(all);
}

function fileOf(path: string, bytes: Buffer): SandboxFile {
  return {
    path,
    sizeBytes: bytes.length,
    isExecutable: false,
    bytes: async function* () {
      yield bytes;
    },
  };
}
