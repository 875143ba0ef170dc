/** The specification's size (section 9). */
const SIZE = { width: 500, height: 600 };
const LOOK_MS = 100;
/** Looks in a row that must find it attached at another site: while it is being cut off, a look or two still do. */
const LOOKS = 5;

/** What the SDK holds of a popup: it asks `window.closed` every 2 to 10 seconds, and closes it when all is over. */
export type PopupWindow = {
  window: { readonly closed: boolean };
  associatedEvent: string | null;
  close(): void;
  /** The popup said that it goes on to the provider. */
  leaves(): void;
  goTo(address: string): void;
};

let held: PopupWindow | undefined;

/**
 * Opens an empty popup at the click itself, for the SDK, whose script may still be on its way: a browser blocks windows that
 * open later. The next `openPopup` takes it; what this answers closes it if nobody did.
 */
export function holdPopup(): () => void {
  const own = openPopup() ?? undefined;
  held = own;
  return () => {
    if (held === undefined || held !== own) return;
    held = undefined;
    own.close();
  };
}

/**
 * The popup that is held, or a new one; null when the browser blocks it.
 *
 * A provider whose opener policy cuts the window off makes `closed` true although it is open. So once the popup has said
 * that it leaves, it only counts as closed when it was seen on a page of another site, with us still attached, before;
 * and while the person is here, since a window that is cut off later than that has the focus.
 */
export function openPopup(): PopupWindow | null {
  if (held !== undefined) {
    const taken = held;
    held = undefined;
    return taken;
  }
  const left = Math.max(0, (screen.availWidth - SIZE.width) / 2);
  const top = Math.max(0, (screen.availHeight - SIZE.height) / 2);
  const features = `popup=yes,location=yes,resizable=yes,scrollbars=yes,width=${SIZE.width},height=${SIZE.height},left=${left},top=${top}`;
  const popup = window.open('', '_blank', features);
  if (!popup) return null;
  popup.focus();

  let leaving = false;
  let arrived = false;
  let looks = 0;
  const looking = setInterval(() => {
    looks = popup.closed || isReadable(popup) ? 0 : looks + 1;
    arrived ||= looks >= LOOKS;
  }, LOOK_MS);

  return {
    window: {
      get closed() {
        if (!popup.closed) return false;
        return arrived ? document.hasFocus() : !leaving;
      },
    },
    associatedEvent: null,
    close() {
      clearInterval(looking);
      popup.close();
    },
    leaves() {
      leaving = true;
    },
    goTo: (address) => popup.location.replace(address),
  };
}

/** False once the popup shows a page of another origin. */
function isReadable(popup: Window): boolean {
  try {
    return typeof popup.location.href === 'string';
  } catch {
    return false;
  }
}
