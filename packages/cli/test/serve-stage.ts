import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { codex, type Machine, startMachine } from "@reprise/testkit";
import { StartedProgram } from "./started-program.ts";

const reprise = fileURLToPath(new URL("../../../bin/reprise", import.meta.url));

export interface Line {
  readonly id: number;
  readonly type: string;
  readonly [field: string]: unknown;
}

/** The built `reprise serve` with the real Codex and a scripted model. */
export class ServeStage {
  readonly machine: Machine;
  #servers: RunningServer[] = [];

  private constructor(machine: Machine) {
    this.machine = machine;
  }

  static async open(): Promise<ServeStage> {
    return new ServeStage(await startMachine("serve", codex));
  }

  async serve(args: readonly string[] = [], env: Record<string, string> = {}): Promise<RunningServer> {
    const options = ["serve", "--json", "--port", "0", ...args];
    const child = spawn(reprise, options, {
      env: { ...this.machine.env, ...env },
      cwd: this.machine.scratch.root,
    });
    const server = new RunningServer(child);
    this.#servers.push(server);
    await server.started();
    return server;
  }

  async close(): Promise<void> {
    for (const server of this.#servers) await server.kill("SIGKILL");
    await this.machine.close();
  }
}

export class RunningServer extends StartedProgram {
  get listening(): { type: string; url: string; token: string | null } {
    return JSON.parse(this.firstLine);
  }

  call(path: string, init: RequestInit & { token?: string } = {}): Promise<Response> {
    const { url, token } = this.listening;
    const headers = {
      authorization: `Bearer ${init.token ?? token}`,
      "content-type": "application/json",
      ...(init.headers as Record<string, string>),
    };
    return fetch(url + path, { ...init, headers });
  }

  send(body: Record<string, unknown>, headers: Record<string, string> = {}, signal?: AbortSignal): Promise<Response> {
    const message = JSON.stringify({ chat_id: "c", agent: "codex", ...body });
    return this.call("/chat", { method: "POST", body: message, headers, ...(signal ? { signal } : {}) });
  }
}

export async function linesOf(response: Response): Promise<Line[]> {
  const text = await response.text();
  return text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Line);
}

export function textIn(lines: readonly Line[]): string {
  return lines.flatMap((line) => (line.type === "message" ? [line.content] : [])).join("");
}
