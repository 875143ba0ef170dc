import { hostCookieName } from './host-cookie.ts';

/**
 * The cookie that opens one order in one browser; its value is a secret. Each order has its own, so that a second
 * purchase does not replace the first.
 */
export function orderCookieName(orderId: string, publicUrl: string): string {
  return hostCookieName(`order_${orderId}`, publicUrl);
}

/** The secret for this order in a Cookie header, or null. */
export function orderSecretIn(cookieHeader: string | null, orderId: string, publicUrl: string): string | null {
  const wanted = orderCookieName(orderId, publicUrl);
  for (const pair of (cookieHeader ?? '').split(';')) {
    const [name, value] = pair.trim().split('=');
    if (name === wanted && value) return value;
  }
  return null;
}
