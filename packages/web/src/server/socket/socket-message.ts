/** What it is sent. */
export type SocketMessage =
  | {
      readonly type: "head";
      readonly id: number;
      readonly status: number;
      readonly headers: Readonly<Record<string, string>>;
    }
  | { readonly type: "piece"; readonly id: number; readonly text: string }
  | { readonly type: "end"; readonly id: number }
  | { readonly type: "failed"; readonly id: number; readonly message: string };
