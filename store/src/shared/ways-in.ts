/** A way to sign in, by the wire's names. */
export type WayIn = 'password' | 'google.com' | 'facebook.com' | 'phone' | 'emailLink';

/** The ways in which the owner of an account can sign in: the configured ones, and a mailed link with an address. */
export function waysInto(account: {
  hasPassword: boolean;
  providers: readonly { provider: 'google.com' | 'facebook.com' }[];
  phoneNumber: string | null;
  email: string | null;
}): WayIn[] {
  return [
    ...(account.hasPassword ? (['password'] as const) : []),
    ...account.providers.map(({ provider }) => provider),
    ...(account.phoneNumber === null ? [] : (['phone'] as const)),
    ...(account.email === null ? [] : (['emailLink'] as const)),
  ];
}
