/**
 * The agent that editors talk to over ACP: every method is named here. It sees model only. For people: docs/acp.md.
 *
 * - which sessions an editor has open: sessions.ts, open-session.ts; which there are: session-list.ts
 * - one prompt: turn/run-turn.ts (plan: turn/plan-session.ts, questions: turn/consent.ts, run: turn/follow-run.ts)
 * - what a live turn shows: turn/event-updates.ts, turn/tool-calls.ts; what the agent asks permission for: turn/requests.ts
 * - what recorded items look like: updates/history.ts, updates/tool-call.ts
 * - what is sent of a prompt: prompt-text.ts; errors: errors.ts
 */

import { type AgentApp, agent, methods, PROTOCOL_VERSION, type Stream } from "@agentclientprotocol/sdk";
import { requestError } from "./errors.ts";
import type { AcpParts } from "./parts.ts";
import { listSessions } from "./session-list.ts";
import { OpenSessions } from "./sessions.ts";

/** Serves one editor until it leaves or the signal aborts. Resolves when every run has ended. */
export async function serveAcp(parts: AcpParts, stream: Stream, signal?: AbortSignal): Promise<void> {
  const sessions = new OpenSessions(parts);
  const connection = appOf(parts, sessions).connect(stream);
  const close = () => connection.close();
  if (signal?.aborted) close();
  signal?.addEventListener("abort", close);
  await connection.closed;
  signal?.removeEventListener("abort", close);
  await sessions.leave();
}

function appOf(parts: AcpParts, sessions: OpenSessions): AgentApp {
  return agent({ name: "reprise" })
    .onRequest(methods.agent.initialize, ({ params }) => {
      sessions.can = params.clientCapabilities ?? {};
      return {
        protocolVersion: PROTOCOL_VERSION,
        agentInfo: { name: "reprise", title: "Reprise", version: parts.version },
        agentCapabilities: {
          loadSession: true,
          promptCapabilities: { image: false, audio: false, embeddedContext: true },
          sessionCapabilities: { list: {}, resume: {}, close: {} },
        },
        authMethods: [],
      };
    })
    .onRequest(methods.agent.session.new, ({ params }) => answered(() => sessions.create(params)))
    .onRequest(methods.agent.session.load, ({ params, client }) =>
      answered(async () => ({ configOptions: await sessions.load(params, client) })),
    )
    .onRequest(methods.agent.session.resume, ({ params }) =>
      answered(async () => ({ configOptions: await sessions.resume(params) })),
    )
    .onRequest(methods.agent.session.list, ({ params }) => answered(() => listSessions(params, parts)))
    .onRequest(methods.agent.session.close, ({ params }) =>
      answered(async () => {
        await sessions.close(params.sessionId);
        return {};
      }),
    )
    .onRequest(methods.agent.session.setConfigOption, ({ params }) =>
      answered(async () => ({ configOptions: sessions.set(params) })),
    )
    .onRequest(methods.agent.session.prompt, ({ params, client }) => answered(() => sessions.prompt(params, client)))
    .onNotification(methods.agent.session.cancel, ({ params }) => sessions.cancel(params.sessionId));
}

/** Errors as an editor shows them. */
async function answered<Response>(answer: () => Promise<Response>): Promise<Response> {
  try {
    return await answer();
  } catch (error) {
    throw requestError(error);
  }
}
