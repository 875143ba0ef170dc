const KEY = 'cairn.signInLink';

/** The address for which this browser requested a sign-in link: a link that is opened elsewhere must ask for it. */
export function rememberAddress(email: string): void {
  try {
    localStorage.setItem(KEY, email);
  } catch {
    // Storage can be forbidden: the link then asks for the address.
  }
}

export function rememberedAddress(): string | undefined {
  try {
    return localStorage.getItem(KEY) ?? undefined;
  } catch {
    return undefined;
  }
}

export function forgetAddress(): void {
  try {
    localStorage.removeItem(KEY);
  } catch {
    // Nothing was stored.
  }
}
