import { Button, IconButton } from "../design/index.ts";
import { usePage } from "./page.ts";

/** Read aloud as they come: errors at once, the rest when there is time. */
export function ToastList() {
  const { toasts } = usePage();
  const shown = toasts.shown.value;
  const list = (isAlarm: boolean) =>
    shown
      .filter(({ tone }) => (tone === "danger") === isAlarm)
      .map(({ id, text, tone, action }) => (
        <div key={id} class="toast" data-tone={tone}>
          <span class="grow">{text}</span>
          {action !== null && (
            <Button
              size="small"
              onClick={() => {
                action.run();
                toasts.close(id);
              }}
            >
              {action.label}
            </Button>
          )}
          <IconButton size="small" icon="close" label="Close message" onClick={() => toasts.close(id)} />
        </div>
      ));
  return (
    <div class="toasts">
      <div role="alert">{list(true)}</div>
      <div role="status">{list(false)}</div>
    </div>
  );
}
