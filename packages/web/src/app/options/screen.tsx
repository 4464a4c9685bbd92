import { Empty } from "../design/index.ts";

export function Screen() {
  return <Empty icon="options" title="Nothing here yet" />;
}
