import type { CallServer, PageRequest, ServerAnswer } from "../bridge/forwarder.ts";
import { type Access, httpCall } from "./http-call.ts";
import type { RepriseProgram } from "./reprise-program.ts";
import { linkIn, signIn } from "./sign-in.ts";

/** After a failure to start, calls fail the same way for this time. */
const PAUSE_MS = 2000;

/** The server of `reprise open`: the one that runs, or a new one. Found again when it is gone. */
export class PageServer {
  readonly #program: RepriseProgram;
  readonly #onProblem: (problem: Error | null) => void;
  #access: Promise<Access> | null = null;
  #isStopped = false;

  /** `onProblem` hears why there is no server, and null once there is one. */
  constructor(program: RepriseProgram, onProblem: (problem: Error | null) => void) {
    this.#program = program;
    this.#onProblem = onProblem;
  }

  /** A call that nothing has received is sent once more, to a server found or started for it. */
  readonly call: CallServer = async (request, signal) => {
    if (this.#isStopped)
      throw new Error('The server of Reprise was stopped. "Reprise: Restart the Page" starts it again.');
    const access = this.#find();
    const answer = await this.#tryCall(await access, request, signal);
    if (answer !== null) return answer;
    this.#forget(access);
    const again = await this.#tryCall(await this.#find(), request, signal);
    if (again !== null) return again;
    throw new Error("The server of Reprise ended as soon as it was started.");
  };

  /** Looks for it again at the next call. */
  forget(): void {
    this.#access = null;
    this.#isStopped = false;
  }

  /** Until `forget`, calls fail: the page would start it again at once. */
  leaveStopped(): void {
    this.#isStopped = true;
  }

  /** Null if the server is gone, or is another one that does not know us: then it has done nothing. */
  async #tryCall(access: Access, request: PageRequest, signal: AbortSignal): Promise<ServerAnswer | null> {
    try {
      const answer = await httpCall(access, request, signal);
      if (answer.status !== 401) return answer;
      for await (const _ of answer.body) break;
      return null;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "ECONNREFUSED") return null;
      throw error;
    }
  }

  /** One search at a time, for all calls. */
  #find(): Promise<Access> {
    this.#access ??= this.#open();
    return this.#access;
  }

  #open(): Promise<Access> {
    const opened = this.#program.firstLine(["open", "--json", "--no-browser"]).then(linkIn).then(signIn);
    opened.then(
      () => this.#onProblem(null),
      (error) => {
        this.#onProblem(error);
        setTimeout(() => this.#forget(opened), PAUSE_MS).unref();
      },
    );
    return opened;
  }

  #forget(access: Promise<Access>): void {
    if (this.#access === access) this.#access = null;
  }
}
