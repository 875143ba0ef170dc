/** A buyer's input, stored for the tab: it survives a reload and the return from the payment page. */
export type Draft = { email: string; device: boolean; country: string | null };

const NAME = 'cairn_checkout_draft';
const EMPTY: Draft = { email: '', device: false, country: null };

export function readDraft(): Draft {
  try {
    const { email, device, country } = JSON.parse(sessionStorage.getItem(NAME) ?? '{}') as Partial<Draft>;
    return {
      email: typeof email === 'string' ? email : '',
      device: device === true,
      country: typeof country === 'string' ? country : null,
    };
  } catch {
    return EMPTY; // storage forbidden, or foreign content under our key
  }
}

/** Stores a part of it; the others stay. */
export function keepDraft(changed: Partial<Draft>): void {
  try {
    sessionStorage.setItem(NAME, JSON.stringify({ ...readDraft(), ...changed }));
  } catch {
    // Storage is full or forbidden: the page itself still has the input.
  }
}

/** After an order is paid, the next checkout starts empty. */
export function forgetDraft(): void {
  try {
    sessionStorage.removeItem(NAME);
  } catch {
    // Forbidden storage has no content.
  }
}
