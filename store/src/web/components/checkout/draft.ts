/** What a buyer has typed, kept for the tab: a reload, or the way back from the payment page, loses nothing. */
export type Draft = { email: string; device: boolean };

const NAME = 'cairn_checkout_draft';
const EMPTY: Draft = { email: '', device: false };

export function readDraft(): Draft {
  try {
    const { email, device } = JSON.parse(sessionStorage.getItem(NAME) ?? '{}') as Partial<Draft>;
    return { email: typeof email === 'string' ? email : '', device: device === true };
  } catch {
    return EMPTY; // storage forbidden, or someone else's text under our name
  }
}

export function keepDraft(draft: Draft): void {
  try {
    sessionStorage.setItem(NAME, JSON.stringify(draft));
  } catch {
    // Full or forbidden: the page itself still holds it.
  }
}

/** Once an order is paid, the next checkout starts afresh. */
export function forgetDraft(): void {
  try {
    sessionStorage.removeItem(NAME);
  } catch {
    // Forbidden storage holds nothing.
  }
}
