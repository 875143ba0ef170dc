import { type KeyboardEvent, type MouseEvent, type ReactNode, useId, useRef, useState } from 'react';
import { CheckIcon } from './icons.tsx';
import { nextTab } from './tabs.tsx';

export type MenuChoice = { value: string; label: string; lang?: string };

const GAP_PX = 12;
const EDGE_PX = 8;

/**
 * A button with a menu of exclusive choices (`menuitemradio`). The native popover closes it on Escape and on a click
 * outside, and restores focus; arrow keys open it and move inside. `label` names the button and the menu.
 */
export function RadioMenu({
  label,
  icon,
  choices,
  value,
  onChoose,
}: {
  label: string;
  icon: ReactNode;
  choices: MenuChoice[];
  value: string;
  onChoose: (value: string) => void;
}) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const menu = useRef<HTMLDivElement>(null);
  const [expanded, setExpanded] = useState(false);

  /**
   * Opens the menu below the button, or above it near the bottom of the window, with aligned right edges inside the
   * window. A popover is in the top layer, so its position is computed, and it has a size only once it is open.
   */
  function open() {
    if (button.current === null || menu.current === null) return;
    menu.current.togglePopover(true);
    const at = button.current.getBoundingClientRect();
    const free = document.documentElement.clientWidth - menu.current.offsetWidth - EDGE_PX;
    const { offsetHeight } = menu.current;
    const isBelow = at.bottom + GAP_PX + offsetHeight + EDGE_PX <= innerHeight;
    menu.current.style.top = `${isBelow ? at.bottom + GAP_PX : at.top - GAP_PX - offsetHeight}px`;
    menu.current.style.bottom = 'auto';
    menu.current.style.left = `${Math.max(EDGE_PX, Math.min(at.right - menu.current.offsetWidth, free))}px`;
    menu.current.style.right = 'auto';
    focusCurrent();
  }

  function items(): HTMLElement[] {
    return [...(menu.current?.querySelectorAll<HTMLElement>('[role=menuitemradio]') ?? [])];
  }

  /** Moves the focus at once, not with the later `toggle` event, so that fast typing reaches the menu. */
  function focusCurrent() {
    (items().find((item) => item.ariaChecked === 'true') ?? items()[0])?.focus();
  }

  function onClick(event: MouseEvent) {
    event.preventDefault(); // the effect of `popoverTarget` before hydration
    if (menu.current?.matches(':popover-open')) menu.current.hidePopover();
    else open();
  }

  function onButtonKeyDown(event: KeyboardEvent) {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    open();
  }

  function onKeyDown(event: KeyboardEvent) {
    const all = items();
    const key = { ArrowDown: 'ArrowRight', ArrowUp: 'ArrowLeft' }[event.key] ?? event.key;
    const next = nextTab(key, all.indexOf(document.activeElement as HTMLElement), all.length);
    if (event.key === 'Tab') menu.current?.hidePopover();
    if (next === undefined) return;
    event.preventDefault();
    all[next]?.focus();
  }

  return (
    <>
      <button
        ref={button}
        type="button"
        className="icon-btn"
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={expanded}
        aria-controls={id}
        popoverTarget={id}
        onClick={onClick}
        onKeyDown={onButtonKeyDown}
      >
        {icon}
      </button>
      <div
        ref={menu}
        id={id}
        className="menu"
        role="menu"
        aria-label={label}
        popover="auto"
        onKeyDown={onKeyDown}
        onToggle={(event) => setExpanded(event.newState === 'open')}
      >
        {choices.map((choice) => (
          <button
            key={choice.value}
            type="button"
            role="menuitemradio"
            aria-checked={choice.value === value}
            lang={choice.lang}
            tabIndex={-1}
            onClick={() => {
              onChoose(choice.value);
              menu.current?.hidePopover();
            }}
          >
            {choice.label}
            {choice.value === value && <CheckIcon size={18} />}
          </button>
        ))}
      </div>
    </>
  );
}
