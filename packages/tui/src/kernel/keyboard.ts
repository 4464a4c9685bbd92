/**
 * Keys that look alike to a terminal of old, such as Enter and Shift-Enter, are told apart by Kitty's protocol or, where
 * that is not known, by xterm's. Which of them a terminal has is asked once; until it has answered neither is on.
 */
export interface Keyboard {
  /** What is written when the terminal is taken. */
  enter(): string;
  /** What is written after something the terminal reported. */
  hear(report: string): string;
  /** What is written before the terminal is given back: puts off what is on. */
  leave(): string;
  /** An answer is on its way. */
  readonly isAwaiting: boolean;
}

type Protocol = "kitty" | "xterm";

/** Kitty's flags by their own name, then a question that every terminal answers: after it no other answer comes. */
const question = "\x1b[?u\x1b[c";

/** Kitty: no key looks like another, and keys of other alphabets are told by their place too. What xterm has is reset, not put off: a person may have it on. */
const codes: Readonly<Record<Protocol, { readonly on: string; readonly off: string }>> = {
  kitty: { on: "\x1b[>5u", off: "\x1b[<u" },
  xterm: { on: "\x1b[>4;1m\x1b[0m", off: "\x1b[>4m" },
};

export function makeKeyboard(): Keyboard {
  let known: Protocol | null = null;
  let isOn = false;
  let isHere = false;
  let unansweredCount = 0;
  const putOn = () => {
    if (!isHere || isOn || known === null) return "";
    isOn = true;
    return codes[known].on;
  };
  return {
    enter() {
      isHere = true;
      if (known !== null) return putOn();
      unansweredCount += 1;
      return question;
    },
    hear(report) {
      if (report.endsWith("u")) known ??= "kitty";
      else if (report.endsWith("c")) {
        unansweredCount = Math.max(0, unansweredCount - 1);
        known ??= "xterm";
      }
      return putOn();
    },
    leave() {
      const off = isOn && known !== null ? codes[known].off : "";
      isHere = false;
      isOn = false;
      return off;
    },
    get isAwaiting() {
      return unansweredCount > 0;
    },
  };
}
