import { randomBytes } from 'node:crypto';
import type { InlineSources } from './inline-hashes.ts';

/** 128 random bits for the scripts and styles of one answer. */
export const newNonce = (): string => randomBytes(16).toString('base64');

/**
 * Headers of every answer, by its nonce; without one no inline script or style may run. Nothing is loaded from or sent to another host, pages can't be framed, and scripts
 * and styles run only with the nonce of this answer; public pages replace that by hashes. The opener policy lets the sign-in popups of providers talk back.
 */
export function createSecurityHeaders({
  https,
  policy,
}: {
  https: boolean;
  /** Undefined in development, where Vite injects styles of its own. */
  policy: ContentSecurityPolicy | undefined;
}): (nonce?: string) => [name: string, value: string][] {
  const fixed: [string, string][] = [
    ['X-Content-Type-Options', 'nosniff'],
    ['X-Frame-Options', 'DENY'],
    ['Referrer-Policy', 'strict-origin-when-cross-origin'],
    ['Permissions-Policy', 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()'],
    ['Cross-Origin-Opener-Policy', 'same-origin-allow-popups'],
    ['Cross-Origin-Resource-Policy', 'same-origin'],
  ];
  if (https) fixed.push(['Strict-Transport-Security', 'max-age=63072000; includeSubDomains']);
  if (!policy) return () => fixed;
  return (nonce) => {
    const sources = nonce === undefined ? [] : [`'nonce-${nonce}'`];
    return [['Content-Security-Policy', policy({ scripts: sources, styles: sources })], ...fixed];
  };
}

/** The policy of a document whose inline parts are allowed by these sources. */
export type ContentSecurityPolicy = (inline: InlineSources, images?: readonly string[]) => string;

/** Hosts that the SDK of Google's identity service talks to, loads its bridge to the sign-in windows from, and frames. */
const HOSTED_CALLS = ['https://identitytoolkit.googleapis.com', 'https://securetoken.googleapis.com'];
const HOSTED_SCRIPTS = ['https://apis.google.com'];

/** `hosted`: Google's identity service keeps the accounts, whose SDK is the one thing that leaves our host. */
export function createContentSecurityPolicy(hosted?: { authDomain: string }): ContentSecurityPolicy {
  return ({ scripts, styles }, images = []) =>
    [
      "default-src 'self'",
      ...(images.length === 0 ? [] : [["img-src 'self'", ...images].join(' ')]),
      ["script-src 'self'", ...scripts, ...(hosted ? HOSTED_SCRIPTS : [])].join(' '),
      ["style-src 'self'", ...styles].join(' '),
      ...(hosted ? [["connect-src 'self'", ...HOSTED_CALLS].join(' '), `frame-src https://${hosted.authDomain}`] : []),
      "worker-src 'self'",
      "object-src 'none'",
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
    ].join('; ');
}
