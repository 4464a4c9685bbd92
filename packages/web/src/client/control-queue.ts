import type { Controls } from "@reprise/model";
import type { GivenBody, runRoutes } from "@reprise/model/routes";
import type { ContractValue } from "@reprise/model/schema";
import { notReached, toldError } from "./call-error.ts";
import { type Link, sentAs } from "./link.ts";
import { onceReached } from "./pause.ts";
import { addressOf, eventHeaders } from "./requests.ts";
import { sentEvents } from "./sent-events.ts";

type Route = typeof runRoutes.controlRun;
type Control = GivenBody<Route>["calls"][number];
type Result = ContractValue<"control-result">;

interface Waiting {
  readonly call: Control;
  readonly done: PromiseWithResolvers<string | null>;
}

/** Controls of a run behind a server. Calls arrive in their order; those made at once arrive at once. */
export function controlsOver(link: Link, run: string, origin: string): Controls {
  let waiting: Waiting[] = [];
  let isSending = false;
  const send = async () => {
    if (isSending) return;
    isSending = true;
    await null; // what the caller does next goes along
    while (waiting.length > 0) {
      const batch = waiting;
      waiting = [];
      await deliver(link, run, origin, batch);
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
    // A run that the server no longer has is over.
    end: (why) => onceReached(link, () => told(why === undefined ? { do: "end" } : { do: "end", why })),
  };
}

/** Resolves when all calls were made; their results may come later. */
async function deliver(link: Link, run: string, origin: string, batch: readonly Waiting[]): Promise<void> {
  const failed = (error: unknown) => {
    for (const { done } of batch) done.reject(error);
  };
  try {
    const [method, path]: [Route["method"], Route["path"]] = ["post", "/runs/:run/controls"];
    const init = sentAs(method, { origin, calls: batch.map(({ call }) => call) } satisfies GivenBody<Route>);
    const headers = { ...init.headers, ...eventHeaders };
    const response = await link.open(addressOf(path, { run }), { ...init, headers });
    const results = sentEvents(response, link);
    await results.next();
    void settle(results, batch).catch(failed);
  } catch (error) {
    failed(error);
  }
}

async function settle(results: AsyncIterable<{ readonly data: unknown }>, batch: readonly Waiting[]): Promise<void> {
  for await (const { data } of results) {
    const { call, prompt, error } = data as Result;
    const done = batch[call ?? -1]?.done;
    if (error === null) done?.resolve(prompt);
    else done?.reject(toldError({ error }, 200) ?? notReached());
  }
}
