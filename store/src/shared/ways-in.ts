/** A way to sign in to an account, by the wire's names. */
export type WayIn = 'password' | 'google.com' | 'facebook.com' | 'phone' | 'emailLink';

/** The ways in which the owner of an account can sign in: those that are set up, and a mailed link where there is an address. */
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
