/** The specification's size (section 9). */
const SIZE = { width: 500, height: 600 };
const LOOK_MS = 100;
/** Consecutive checks that must find it attached at another site, because during the cut-off one or two still do. */
const LOOKS = 5;

/** The SDK's view of a popup: it polls `window.closed` every 2 to 10 seconds, and closes it at the end. */
export type PopupWindow = {
  window: { readonly closed: boolean };
  associatedEvent: string | null;
  close(): void;
  /** The popup announced its redirect to the provider. */
  leaves(): void;
  goTo(address: string): void;
};

let held: PopupWindow | undefined;

/**
 * Opens an empty popup directly in the click, while the SDK's script may still be loading: browsers block windows that
 * open later. The next `openPopup` takes it; the returned function closes an unused one.
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
 * The held popup, or a new one; null when the browser blocks it.
 *
 * A provider whose opener policy severs the window makes `closed` true although it is open. So once the popup has
 * announced its redirect, it counts as closed only when it was seen before on a page of another site while still
 * attached to us; and only while this page has the focus, because a window that is severed later has the focus itself.
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
