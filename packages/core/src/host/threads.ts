import type { MessagePort } from "node:worker_threads";

/** Loaded when one is started: most lists start none. */
const threads = () => process.getBuiltinModule("node:worker_threads");

/** Another thread of this program. It answers what it is sent, in order. */
export interface Thread {
  send(message: unknown): void;
  /** An answer that is here; undefined: none yet. */
  received(): unknown;
  /** Resolves when an answer is here, or none will come. */
  waitForAnswer(): Promise<void>;
  /** It ended or failed: what it has not answered it never will. */
  readonly isOver: boolean;
  end(): void;
}

/** Runs the program with these arguments in a thread; it is to call `answerInThread`. */
export function startThread(program: string, argv: readonly string[]): Thread {
  const { MessageChannel, receiveMessageOnPort, Worker } = threads();
  const { port1: ours, port2: theirs } = new MessageChannel();
  const worker = new Worker(program, { argv: [...argv], workerData: theirs, transferList: [theirs] });
  const answers: unknown[] = [];
  let isOver = false;
  let wake: () => void = () => undefined;
  const over = () => {
    isOver = true;
    wake();
  };
  worker.on("error", over).on("exit", over).unref();
  let isListening = false;
  const listen = () => {
    isListening = true;
    ours.on("message", (answer) => {
      answers.push(answer);
      wake();
    });
  };
  return {
    send: (message) => ours.postMessage(message),
    received: () => answers.shift() ?? (receiveMessageOnPort(ours)?.message as unknown),
    waitForAnswer: () =>
      new Promise((resolve) => {
        wake = resolve;
        if (isOver || answers.length > 0) resolve();
        else if (!isListening) listen();
      }),
    get isOver() {
      return isOver;
    },
    end() {
      ours.close();
      void worker.terminate();
    },
  };
}

/** In such a thread: answers everything, until the thread that started it ends this one. */
export function answerInThread(answer: (message: unknown) => Promise<unknown>): void {
  const port = threads().workerData as MessagePort;
  let last = Promise.resolve();
  port.on("message", (message) => {
    last = last.then(async () => port.postMessage(await answer(message)));
  });
}
