import { type AnswerGuard, newQuestion, pressedTooEarly, quietMs, waitOver } from "@reprise/model";
import { useEffect, useState } from "preact/hooks";

/** Whether an answer counts yet. A key or click before that restarts the wait: it was meant for something else. */
export function useGuard(question: string): AnswerGuard {
  const [asked, setAsked] = useState({ question, guard: newQuestion });
  const guard = asked.question === question ? asked.guard : newQuestion;
  useEffect(() => {
    setAsked({ question, guard: newQuestion });
  }, [question]);
  useEffect(() => {
    if (guard.isReady) return;
    const timer = setTimeout(() => {
      setAsked((now) => ({ ...now, guard: waitOver(now.guard, guard.edition) }));
    }, quietMs);
    const early = () => setAsked((now) => ({ ...now, guard: pressedTooEarly(now.guard) }));
    const events = ["keydown", "pointerdown", "paste"] as const;
    for (const name of events) document.addEventListener(name, early, { capture: true });
    return () => {
      clearTimeout(timer);
      for (const name of events) document.removeEventListener(name, early, { capture: true });
    };
  }, [guard]);
  return guard;
}
