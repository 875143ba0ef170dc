import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { runInNewContext } from 'node:vm';
import { Hono } from 'hono';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import type { Locale } from '../../shared/locale.ts';
import type { HttpEnv } from '../context.ts';
import { createCopyHeaders } from '../edge/copies.ts';
import { createManifestRoute } from './manifest.ts';
import { createOfflineRoutes } from './offline.ts';

const PUBLIC = path.join(import.meta.dirname, '../../../public');
const files = { document: '<style>a{}</style><script type="module">run()</script>', worker: 'real worker' };
const copies = createCopyHeaders({ cdn: undefined });
const ask = (path: string, worker: 'on' | 'off' = 'on') => createOfflineRoutes({ files, worker, copies }).request(path);

describe('the offline document and the service worker', () => {
  it.each(['/offline', '/sw.js'])('%s is revalidated each time, and answers 304', async (address) => {
    const answer = await ask(address);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('cache-control')).toBe('no-cache');
    const etag = answer.headers.get('etag')!;
    const again = await createOfflineRoutes({ files, worker: 'on', copies }).request(address, {
      headers: { 'if-none-match': etag },
    });
    expect(again.status).toBe(304);
  });

  it('the document runs only its own script and styles, also when the worker answers with it', async () => {
    const policy = (await ask('/offline')).headers.get('content-security-policy')!;
    const hash = createHash('sha256').update('run()').digest('base64');
    expect(policy).toContain(`script-src 'self' 'sha256-${hash}';`);
    expect(policy).toContain("img-src 'self' blob:;");
    expect(policy).not.toMatch(/unsafe|nonce|https?:/);
  });

  it('with the kill switch the worker removes its caches and itself, and answers no request', async () => {
    const answer = await ask('/sw.js', 'off');
    expect(answer.headers.get('content-type')).toContain('text/javascript');
    const listeners: Record<string, (event: object) => void> = {};
    const calls: string[] = [];
    let work: Promise<unknown> = Promise.resolve();
    const self = {
      addEventListener: (name: string, listener: (event: object) => void) => (listeners[name] = listener),
      skipWaiting: () => calls.push('skipWaiting'),
      registration: { unregister: async () => calls.push('unregister') },
    };
    const caches = {
      keys: async () => ['cairn-shell-1', 'another'],
      delete: async (name: string) => calls.push(`delete ${name}`),
    };
    runInNewContext(await answer.text(), { self, caches });
    listeners['install']!({});
    listeners['activate']!({ waitUntil: (promise: Promise<unknown>) => (work = promise) });
    await work;
    expect(calls).toEqual(['skipWaiting', 'delete cairn-shell-1', 'unregister']);
    expect(Object.keys(listeners)).toEqual(['install', 'activate']);
  });
});

describe('the manifest', () => {
  const manifest = async (query = '', locale: Locale = 'en') => {
    const app = new Hono<HttpEnv>().use(async (c, next) => {
      c.set('locale', locale);
      await next();
    });
    const answer = await app.route('/', createManifestRoute(copies)).request(`/manifest.webmanifest${query}`);
    expect(answer.headers.get('content-type')).toBe('application/manifest+json');
    return (await answer.json()) as { lang: string; id: string; icons: { src: string; sizes: string; type: string }[] };
  };

  it('exists in both languages, for one app', async () => {
    const [en, fr] = [await manifest(), await manifest('?lang=fr')];
    expect([en.lang, fr.lang, (await manifest('?lang=de')).lang]).toEqual(['en', 'fr', 'en']);
    expect(fr.id).toBe(en.id);
    // Without a language in the address, in the reader's.
    expect([(await manifest('', 'fr')).lang, (await manifest('?lang=en', 'fr')).lang]).toEqual(['fr', 'en']);
  });

  it('names existing icons with their real size', async () => {
    for (const { src, sizes, type } of (await manifest()).icons) {
      const file = path.join(PUBLIC, src);
      expect(existsSync(file), src).toBe(true);
      if (type !== 'image/png') continue;
      const { width, height } = await sharp(file).metadata();
      expect(`${width}x${height}`, src).toBe(sizes);
    }
  });
});
