/** A promise settled from outside. */
export type Deferred<Value> = {
  promise: Promise<Value>;
  resolve(value: Value): void;
  reject(error: Error): void;
};

export function makeDeferred<Value>(): Deferred<Value> {
  let resolve: Deferred<Value>["resolve"] = () => {};
  let reject: Deferred<Value>["reject"] = () => {};
  const promise = new Promise<Value>((onValue, onError) => {
    resolve = onValue;
    reject = onError;
  });
  return { promise, resolve, reject };
}
