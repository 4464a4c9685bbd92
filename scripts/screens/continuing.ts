import type { Frame } from "./moving-picture.ts";
import type { Stage } from "./stage.ts";
import { onDemo } from "./walks.ts";

const size = { columns: 96, rows: 24 };
const words = "make the checks pass";

/** What the README shows: a session that was cut off, continued by one key, in the demo. */
export async function continuing(root: string): Promise<Frame[]> {
  const seconds = new Map<string, number>();
  const shots = await onDemo({ root, size }, async (stage) => {
    const shoot = async (name: string, text: string | RegExp, lasts: number, how = {}) => {
      seconds.set(name, lasts);
      await stage.shoot(name, text, how);
    };
    stage.pty.type("\x1bOR"); // F3: the steps of the demo are for who sits at it
    await shoot("list", "R continues", 3);
    stage.pty.type("R");
    await shoot("plan", "nothing until you write a message", 4);
    stage.pty.press("enter");
    await shoot("continued", "Checking server connection… Done", 2.5);
    await typing(stage, shoot);
    stage.pty.press("enter");
    for (const check of [2, 4, 6]) await shoot(`check ${check}`, `check ${check} of 6`, 0.7, { isMoving: true });
    await shoot("asks", "asks to run a command", 3.5);
    await stage.pty.ready("Enter  answer");
    stage.pty.type("y");
    await shoot("done", "The cart is right.", 4);
  });
  return shots.map(({ name, screen }) => ({ screen, seconds: seconds.get(name) ?? 1 }));
}

type Shoot = (name: string, text: string, lasts: number) => Promise<void>;

async function typing(stage: Stage, shoot: Shoot): Promise<void> {
  for (const end of [4, 8, 15, words.length]) {
    const before = [0, 4, 8, 15].findLast((start) => start < end) ?? 0;
    stage.pty.type(words.slice(before, end));
    await shoot(`typed ${end}`, words.slice(0, end).trim(), end === words.length ? 1 : 0.35);
  }
}
