import type { Page } from '@playwright/test';
import { brotliCompressSync } from 'node:zlib';

export type ScriptBytes = { total: number; parts: { name: string; bytes: number; encoding: string }[] };

/**
 * Opens a page and sums its transferred script bytes until the network is idle. Inline scripts count as if compressed
 * alone with brotli.
 */
export async function scriptsOnPage(page: Page, path: string): Promise<ScriptBytes> {
  const external: Promise<ScriptBytes['parts'][number] | undefined>[] = [];
  page.on('requestfinished', (request) => {
    external.push(
      (async () => {
        const response = await request.response();
        const headers = response?.headers() ?? {};
        if (!/javascript/.test(headers['content-type'] ?? '')) return undefined;
        return {
          name: new URL(request.url()).pathname,
          bytes: (await request.sizes()).responseBodySize,
          encoding: headers['content-encoding'] ?? 'none',
        };
      })(),
    );
  });
  const document = await page.goto(path, { waitUntil: 'networkidle' });
  const parts = (await Promise.all(external)).filter((part) => part !== undefined);
  const inline = [...(await document!.text()).matchAll(/<script(?![^>]*\bsrc=)[^>]*>([\s\S]*?)<\/script>/g)]
    .map(([, text = '']) => text)
    .join('\n');
  parts.push({ name: '(inline)', bytes: brotliCompressSync(inline).length, encoding: 'br' });
  return { total: parts.reduce((sum, part) => sum + part.bytes, 0), parts };
}
