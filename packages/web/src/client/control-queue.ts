import type { Controls } from "@reprise/model";
import type { ContractValue } from "@reprise/model/schema";
import { CallError, notReached, toldError } from "./call-error.ts";
import { type Link, posted } from "./link.ts";
import { pause } from "./pause.ts";
import { eventHeaders } from "./requests.ts";
import { sentEvents } from "./sent-events.ts";

type Control = ContractValue<"controls-request">["calls"][number];
type Result = ContractValue<"control-result">;

interface Waiting {
  readonly call: Control;
  readonly done: PromiseWithResolvers<string | null>;
}

/** Controls of a run behind a server. Calls arrive in their order; those made at once arrive at once. */
export function controlsOver(link: Link, path: string, origin: string): Controls {
  let waiting: Waiting[] = [];
  let isSending = false;
  const send = async () => {
    if (isSending) return;
    isSending = true;
    await null; // what the caller does next goes along
    while (waiting.length > 0) {
      const batch = waiting;
      waiting = [];
      await deliver(link, path, origin, batch);
    }
    isSending = false;
  };
  const make = (call: Control): Promise<string | null> => {
    const done = Promise.withResolvers<string | null>();
    waiting.push({ call, done });
    void send();
    return done.promise;
  };
  const told = async (call: Control): Promise<void> => void (await make(call));
  return {
    answer: (request, answer) => told({ do: "answer", request, answer }),
    decide: (question, isYes) => told({ do: "decide", question, isYes }),
    steer: (text) => told({ do: "steer", text }),
    interrupt: () => told({ do: "interrupt" }),
    send: (text, inputs = []) => make({ do: "send", text, inputs: [...inputs] }),
    close: () => told({ do: "close" }),
    async end() {
      for (let attempt = 0; !link.closed.aborted; attempt += 1) {
        const error = await told({ do: "end" }).catch((error: unknown) => error);
        // A run that the server no longer has is over.
        if (!(error instanceof CallError && error.isPassing)) return;
        await pause(link.pauseBefore(attempt), link.closed);
      }
    },
  };
}

/** Resolves when all calls were made; their results may come later. */
async function deliver(link: Link, path: string, origin: string, batch: readonly Waiting[]): Promise<void> {
  const failed = (error: unknown) => {
    for (const { done } of batch) done.reject(error);
  };
  try {
    const init = posted({ origin, calls: batch.map(({ call }) => call) });
    const response = await link.open(path, { ...init, headers: { ...init.headers, ...eventHeaders } });
    const results = sentEvents(response, link);
    await results.next();
    void settle(results, batch).catch(failed);
  } catch (error) {
    failed(error);
  }
}

async function settle(
  results: AsyncIterable<{ readonly data: unknown }>,
  batch: readonly Waiting[],
): Promise<void> {
  for await (const { data } of results) {
    const { call, prompt, error } = data as Result;
    const done = batch[call ?? -1]?.done;
    if (error === null) done?.resolve(prompt);
    else done?.reject(toldError({ error }, 200) ?? notReached());
  }
}
