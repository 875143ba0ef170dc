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
  ...choosing
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

  function onClick(event: MouseEvent) {
    event.preventDefault(); // the effect of `popoverTarget` before hydration
    if (menu.current?.matches(':popover-open')) menu.current.hidePopover();
    else open(button.current, menu.current);
  }

  function onButtonKeyDown(event: KeyboardEvent) {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    open(button.current, menu.current);
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
        onKeyDown={moveFocus}
        onToggle={(event) => setExpanded(event.newState === 'open')}
      >
        <Choices {...choosing} onChosen={() => menu.current?.hidePopover()} />
      </div>
    </>
  );
}

function Choices({
  choices,
  value,
  onChoose,
  onChosen,
}: {
  choices: MenuChoice[];
  value: string;
  onChoose: (value: string) => void;
  onChosen: () => void;
}) {
  return choices.map((choice) => (
    <button
      key={choice.value}
      type="button"
      role="menuitemradio"
      aria-checked={choice.value === value}
      lang={choice.lang}
      tabIndex={-1}
      onClick={() => {
        onChoose(choice.value);
        onChosen();
      }}
    >
      {choice.label}
      {choice.value === value && <CheckIcon size={18} />}
    </button>
  ));
}

/**
 * Opens the menu below the button, or above it near the bottom of the window, with aligned right edges inside the
 * window. A popover is in the top layer, so its position is computed, and it has a size only once it is open.
 */
function open(button: HTMLElement | null, menu: HTMLElement | null) {
  if (button === null || menu === null) return;
  menu.togglePopover(true);
  const at = button.getBoundingClientRect();
  const free = document.documentElement.clientWidth - menu.offsetWidth - EDGE_PX;
  const { offsetHeight } = menu;
  const isBelow = at.bottom + GAP_PX + offsetHeight + EDGE_PX <= innerHeight;
  menu.style.top = `${isBelow ? at.bottom + GAP_PX : at.top - GAP_PX - offsetHeight}px`;
  menu.style.bottom = 'auto';
  menu.style.left = `${Math.max(EDGE_PX, Math.min(at.right - menu.offsetWidth, free))}px`;
  menu.style.right = 'auto';
  // At once, not with the later `toggle` event, so that fast typing reaches the menu.
  const items = itemsOf(menu);
  (items.find((item) => item.ariaChecked === 'true') ?? items[0])?.focus();
}

const itemsOf = (menu: HTMLElement): HTMLElement[] => [...menu.querySelectorAll<HTMLElement>('[role=menuitemradio]')];

/** Arrow keys, Home and End move the focus inside the menu, Tab closes it. */
function moveFocus(event: KeyboardEvent<HTMLDivElement>) {
  const menu = event.currentTarget;
  const items = itemsOf(menu);
  const key = { ArrowDown: 'ArrowRight', ArrowUp: 'ArrowLeft' }[event.key] ?? event.key;
  const next = nextTab(key, items.indexOf(document.activeElement as HTMLElement), items.length);
  if (event.key === 'Tab') menu.hidePopover();
  if (next === undefined) return;
  event.preventDefault();
  items[next]?.focus();
}
