import { createHash } from 'node:crypto';

/** Sources that a Content-Security-Policy allows inline, such as `'nonce-…'` and `'sha256-…'`. */
export type InlineSources = { scripts: readonly string[]; styles: readonly string[] };

/**
 * The hashes of every inline script and style of a document from our own renderer (attributes contain no bare `>`).
 * Structured data is never executed, so the policy does not apply to it (HTML, "prepare the script element").
 */
export function inlineHashes(html: string): InlineSources {
  return {
    scripts: hashesOf(html, /<script(?![^>]*\s(?:src=|type="application\/ld\+json"))[^>]*>([\s\S]*?)<\/script>/g),
    styles: hashesOf(html, /<style[^>]*>([\s\S]*?)<\/style>/g),
  };
}

function hashesOf(html: string, element: RegExp): string[] {
  const texts = [...html.matchAll(element)].map(([, text = '']) => text);
  return [...new Set(texts.map(hashOf))];
}

/** Hashes the text after the parser's normalisation of line ends. */
function hashOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text.replace(/\r\n?/g, '\n')).digest('base64')}'`;
}
