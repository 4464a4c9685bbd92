import { Empty } from "../design/index.ts";

export function Screen() {
  return <Empty icon="workbench" title="Nothing here yet" />;
}
