import type { ComponentChildren } from "preact";
import { useEffect, useId, useRef } from "preact/hooks";
import { IconButton } from "./button.tsx";

interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
  /** Buttons below the content, the main one last. */
  readonly actions?: ComponentChildren;
  readonly size?: "usual" | "large";
  readonly place?: "middle" | "top";
  /** Named by its title, which is not shown. */
  readonly isTitleHidden?: boolean;
}

/** The browser keeps the focus inside, returns it afterwards, and closes on Esc; a click beside it closes too. */
export function Dialog(props: DialogProps) {
  const { title, onClose, children, actions, size = "usual", place = "middle", isTitleHidden = false } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const shown = dialog.current;
    const before = document.activeElement;
    shown?.showModal();
    return () => {
      shown?.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    };
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Esc closes it too
    <dialog
      ref={dialog}
      class="dialog"
      data-size={size}
      data-place={place}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => {
        if (event.target === dialog.current) onClose();
      }}
    >
      {isTitleHidden ? (
        <h2 id={id} class="visually-hidden">
          {title}
        </h2>
      ) : (
        <div class="dialog-head">
          <h2 id={id}>{title}</h2>
          <IconButton icon="close" label="Close" onClick={onClose} />
        </div>
      )}
      {isTitleHidden ? children : <div class="dialog-body">{children}</div>}
      {actions !== undefined && <div class="dialog-foot">{actions}</div>}
    </dialog>
  );
}
