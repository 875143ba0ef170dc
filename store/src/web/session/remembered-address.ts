const KEY = 'cairn.signInLink';

/** Who asked for a sign-in link in this browser: a link opened elsewhere has to be told the address it went to. */
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
