import { type ReactNode, useEffect, useId, useRef } from 'react';
import { IconButton } from './button.tsx';
import { CloseIcon } from './icons.tsx';

/**
 * A modal: the native `dialog`, which traps focus, closes on Escape and restores focus. The focus starts in the first
 * field, if there is one. Controlled by `open`; `onClose` is called for Escape, the close button and a click outside.
 * Its children are mounted only while it is open.
 */
export function Dialog({
  open,
  onClose,
  title,
  titleShown = true,
  closeLabel,
  sheet = false,
  children,
}: {
  open: boolean;
  onClose: () => void;
  title: string;
  /** False where the content has a heading of its own: the title is then for screen readers only. */
  titleShown?: boolean;
  closeLabel: string;
  /** On a phone it comes from the bottom, as wide as the screen. */
  sheet?: boolean;
  children: ReactNode;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();

  useEffect(() => {
    if (open && dialog.current?.open === false) {
      dialog.current.showModal();
      // By default the browser focuses the close button, which comes first.
      dialog.current.querySelector<HTMLElement>('input:not([tabindex="-1"])')?.focus();
    }
    if (!open && dialog.current?.open === true) dialog.current.close();
  }, [open]);

  return (
    <dialog
      ref={dialog}
      className={sheet ? 'dialog dialog--sheet' : 'dialog'}
      aria-labelledby={titleId}
      onClose={onClose}
      onClick={(event) => {
        if (event.target === dialog.current) dialog.current.close();
      }}
    >
      {open && (
        <>
          <div className="dialog-head">
            <h2 className={titleShown ? 'h-sec' : 'sr'} id={titleId}>
              {title}
            </h2>
            <IconButton label={closeLabel} onClick={() => dialog.current?.close()}>
              <CloseIcon />
            </IconButton>
          </div>
          {children}
        </>
      )}
    </dialog>
  );
}
