import { type Agent, exactLine, grouped, localTime, totalTokens, type UsageSession } from "@reprise/model";
import { useState } from "preact/hooks";
import { Button } from "../design/index.ts";
import { viewerHref } from "../shell/route.ts";
import { timeWords } from "./measures.ts";

interface SessionTableProps {
  readonly sessions: readonly UsageSession[];
  readonly titleOf: (agent: Agent) => string;
}

type Order = "last" | "tokens" | "time" | "commands";
const rowsAtFirst = 50;

const orders: Readonly<Record<Order, (session: UsageSession) => number>> = {
  last: ({ lastAt }) => (lastAt === null ? 0 : Date.parse(lastAt)),
  tokens: ({ tokens }) => totalTokens(tokens) ?? -1,
  time: ({ workMs }) => workMs ?? -1,
  commands: ({ commandCount }) => commandCount,
};

export function SessionTable({ sessions, titleOf }: SessionTableProps) {
  const [order, setOrder] = useState<Order>("last");
  const [most, setMost] = useState(rowsAtFirst);
  const rank = orders[order];
  const shown = sessions.toSorted((a, b) => rank(b) - rank(a)).slice(0, most);
  const head = (name: Order, label: string) => (
    <th scope="col" class="number" aria-sort={order === name ? "descending" : "none"}>
      <button type="button" class="usage-order" onClick={() => setOrder(name)}>
        {label}
        {order === name ? " ↓" : ""}
      </button>
    </th>
  );
  return (
    <div class="usage-scroll">
      <table class="usage-sessions">
        <caption class="visually-hidden">Usage by session</caption>
        <thead>
          <tr>
            <th scope="col">Session</th>
            {head("last", "Last turn")}
            <th scope="col" class="number">
              Turns
            </th>
            {head("tokens", "Tokens")}
            {head("time", "Time")}
            {head("commands", "Commands")}
            <th scope="col" class="number">
              Edits
            </th>
          </tr>
        </thead>
        <tbody>
          {shown.map((session) => (
            <Row key={session.session} session={session} titleOf={titleOf} />
          ))}
        </tbody>
      </table>
      {sessions.length > most ? (
        <Button onClick={() => setMost(most + rowsAtFirst * 4)}>Show more of {grouped(sessions.length)}</Button>
      ) : null}
    </div>
  );
}

function Row({ session, titleOf }: { readonly session: UsageSession } & Pick<SessionTableProps, "titleOf">) {
  const { tokens, workMs, commandCount, failedCommandCount, editCount, turnCount, lastAt } = session;
  const total = totalTokens(tokens);
  return (
    <tr>
      <th scope="row">
        <a href={viewerHref(session.session)}>{exactLine(session.title) || session.session}</a>
        <span class="faint">
          {titleOf(session.agent)}
          {session.models.length === 0 ? "" : ` · ${session.models.map(exactLine).join(", ")}`}
          {session.subagentOf === null ? "" : " · sub-agent"}
        </span>
      </th>
      <td class="number">{localTime(lastAt)}</td>
      <td class="number">{grouped(turnCount)}</td>
      <td class="number" title={total === null ? "Not recorded" : tokenTitle(session)}>
        {total === null ? "–" : grouped(total)}
      </td>
      <td class="number">{workMs === null ? "–" : timeWords(workMs)}</td>
      <td class="number">
        {grouped(commandCount)}
        {failedCommandCount > 0 ? <span class="faint"> {grouped(failedCommandCount)} failed</span> : null}
      </td>
      <td class="number">{grouped(editCount)}</td>
    </tr>
  );
}

function tokenTitle({ tokens }: UsageSession): string {
  const { input, cached, output, reasoning } = tokens;
  const figure = (value: number | null) => (value === null ? "unknown" : grouped(value));
  return `Input ${figure(input)} (cached ${figure(cached)}), output ${figure(output)} (reasoning ${figure(reasoning)})`;
}
