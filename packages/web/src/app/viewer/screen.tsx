import { Empty } from "../design/index.ts";

export function Screen() {
  return <Empty icon="sessions" title="Nothing here yet" />;
}
