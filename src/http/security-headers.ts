import { randomBytes } from 'node:crypto';
import type { InlineSources } from './inline-hashes.ts';

let drawn = Buffer.alloc(0);

/** 128 random bits for the scripts and styles of one answer, drawn many at a time: every answer needs some. */
export function newNonce(): string {
  if (drawn.length < 16) drawn = randomBytes(4_096);
  const nonce = drawn.toString('base64', 0, 16);
  drawn = drawn.subarray(16);
  return nonce;
}

/**
 * Headers of every answer, by its nonce. Nothing is loaded from or sent to another host, pages can't be framed, and scripts
 * and styles run only with the nonce of this answer; public pages replace that by hashes. The opener policy lets the sign-in popups of providers talk back.
 */
export function createSecurityHeaders({
  https,
  dev,
}: {
  https: boolean;
  dev: boolean;
}): (nonce: string) => [name: string, value: string][] {
  const fixed: [string, string][] = [
    ['X-Content-Type-Options', 'nosniff'],
    ['X-Frame-Options', 'DENY'],
    ['Referrer-Policy', 'strict-origin-when-cross-origin'],
    ['Permissions-Policy', 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()'],
    ['Cross-Origin-Opener-Policy', 'same-origin-allow-popups'],
    ['Cross-Origin-Resource-Policy', 'same-origin'],
  ];
  if (https) fixed.push(['Strict-Transport-Security', 'max-age=63072000; includeSubDomains']);
  // In development Vite injects styles of its own.
  if (dev) return () => fixed;
  return (nonce) => [['Content-Security-Policy', nonceOnly(nonce)], ...fixed];
}

/** The policy of a document whose inline parts are allowed by these sources. */
export function contentSecurityPolicy({ scripts, styles }: InlineSources, images: readonly string[] = []): string {
  return [
    "default-src 'self'",
    ...(images.length === 0 ? [] : [["img-src 'self'", ...images].join(' ')]),
    ["script-src 'self'", ...scripts].join(' '),
    ["style-src 'self'", ...styles].join(' '),
    "worker-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}

function nonceOnly(nonce: string): string {
  const sources = [`'nonce-${nonce}'`];
  return contentSecurityPolicy({ scripts: sources, styles: sources });
}
