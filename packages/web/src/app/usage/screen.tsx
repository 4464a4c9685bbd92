import { Empty } from "../design/index.ts";

export function Screen() {
  return <Empty icon="usage" title="Nothing here yet" />;
}
