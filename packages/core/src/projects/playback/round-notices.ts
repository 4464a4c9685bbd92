import {
  count,
  effectsWords,
  elapsedText,
  type Round,
  roundDuration,
  roundOutcomeWords,
  roundWords,
  type Settings,
  settingWords,
  zonedTime,
} from "@reprise/model";
import type { LoggedRound } from "../log/log-record.ts";

/** What is known of the settings of a round; null where nothing is recorded. */
export type RoundSettings = Pick<Settings, "model" | "sandbox" | "approvalPolicy" | "cwd">;

/** At the start of a round: which, and with what. `goal`: of the first only. */
export function startNotice(
  round: Round,
  settings: RoundSettings,
  { goal, isOver }: { readonly goal: string | null; readonly isOver: boolean },
): string {
  const { number, agent, startedAt, thread } = round;
  const of = (name: keyof RoundSettings) => {
    const value = settings[name];
    return value === null ? [] : [`${settingWords[name]} ${value}`];
  };
  const head = [
    `${roundWords(round)}${number === round.current ? "" : `, number ${number} of the project`}`,
    ...(agent === null ? [] : [agent]),
    ...of("model"),
    ...of("sandbox"),
    ...of("approvalPolicy"),
    ...of("cwd"),
    ...(startedAt === null ? [] : [zonedTime(startedAt)]),
  ];
  return [
    ...(goal === null ? [] : [`Goal: ${goal}`]),
    head.join(" · "),
    ...(thread === null && isOver ? ["The round has no thread: it ended before the agent had started one."] : []),
    ...(round.problem === null ? [] : [round.problem]),
  ].join("\n");
}

/** At the end of a round: how it went and what it did. */
export function endNotice(round: Round, logged: LoggedRound, damageCount: number): string {
  const ms = roundDuration(round);
  const head = [
    `${roundWords(round)}: ${roundOutcomeWords(round, false)}`,
    ...(ms === null ? [] : [elapsedText(ms)]),
    effectsWords(round),
  ];
  return [
    head.filter((part) => part !== "").join(" · "),
    ...(round.commits ?? []).map(({ hash, subject }) => `Commit ${hash.slice(0, 7)} ${subject}`),
    ...(round.files ?? []).map((file) => `Changed ${file}`),
    ...logged.declined.map((subject) => `Declined: ${subject}`),
    ...(damageCount === 0 ? [] : [`Its conversation is damaged in ${count(damageCount, "place")}.`]),
    ...successLines(logged),
  ].join("\n");
}

function successLines({ succeeded }: LoggedRound): string[] {
  if (!succeeded) return [];
  const { rounds, durationSecs, gitCommitStart, gitCommitEnd } = succeeded;
  const commits =
    gitCommitStart === "" || gitCommitEnd === "" ? "" : `, commits ${short(gitCommitStart)} → ${short(gitCommitEnd)}`;
  return [`Goal met after ${count(rounds, "round")}, ${elapsedText(durationSecs * 1000)}${commits}`];
}

function short(hash: string): string {
  return hash.slice(0, 7);
}
