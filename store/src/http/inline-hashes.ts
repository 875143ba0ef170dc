import { createHash } from 'node:crypto';

/** What a Content-Security-Policy allows inline: sources such as `'nonce-…'` and `'sha256-…'`. */
export type InlineSources = { scripts: readonly string[]; styles: readonly string[] };

/**
 * The hashes of every inline script and style of a document that our own renderer wrote (attributes hold no bare `>`). Data
 * for search engines is never run, so no policy applies to it (HTML, "prepare the script element").
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

/** Of the text as the browser's parser leaves it, which knows one kind of line end. */
function hashOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text.replace(/\r\n?/g, '\n')).digest('base64')}'`;
}
