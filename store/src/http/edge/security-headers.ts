import { randomBytes } from 'node:crypto';
import type { InlineSources } from '../answers/inline-hashes.ts';

/** 128 random bits: the nonce for scripts and styles of one answer. */
export const newNonce = (): string => randomBytes(16).toString('base64');

/**
 * Headers of every answer, with its nonce; without one no inline script or style may run. Nothing is loaded from or
 * sent to another host, and pages cannot be framed. Scripts and styles run only with the nonce of this answer; public
 * pages use hashes instead. The opener policy allows the sign-in popups of providers.
 */
export function createSecurityHeaders({
  https,
  unlisted = false,
  policy,
}: {
  https: boolean;
  /** Search engines list no answer. */
  unlisted?: boolean;
  /** Undefined in development, where Vite injects styles. */
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
  if (unlisted) fixed.push(['X-Robots-Tag', 'noindex, nofollow']);
  if (!policy) return () => fixed;
  return (nonce) => {
    const sources = nonce === undefined ? [] : [`'nonce-${nonce}'`];
    return [['Content-Security-Policy', policy({ scripts: sources, styles: sources })], ...fixed];
  };
}

/** Builds the policy of a document whose inline parts these sources allow. */
export type ContentSecurityPolicy = (inline: InlineSources, images?: readonly string[]) => string;

/** Hosts that the SDK of Google's identity service calls, loads its bridge from, and frames. */
const HOSTED_CALLS = ['https://identitytoolkit.googleapis.com', 'https://securetoken.googleapis.com'];
const HOSTED_SCRIPTS = ['https://apis.google.com'];

/** `hosted`: Google's identity service stores the accounts; its SDK then uses other hosts, and nothing else does. */
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
