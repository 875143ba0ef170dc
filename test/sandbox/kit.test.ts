import { mkdtempSync, rmSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Hono } from 'hono';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { createControl, defineVerb } from '#sandbox/kit/control.ts';
import { openLedger } from '#sandbox/kit/ledger.ts';
import { serve, type Running, type SandboxEnv } from '#sandbox/kit/serve.ts';

describe('ledger', () => {
  let dir: string;
  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), 'cairn-kit-'));
  });
  afterEach(() => rmSync(dir, { recursive: true, force: true }));

  it('keeps documents in insertion order, filters by fields, and survives a reopen', () => {
    const first = openLedger(dir, 'shop');
    const items = first.collection<{ id: string; colour: string; sold: boolean }>('items');
    items.put({ id: 'b', colour: 'red', sold: false });
    items.put({ id: 'a', colour: 'blue', sold: true });
    items.put({ id: 'b', colour: 'green', sold: true });
    expect(first.nextNumber('n')).toBe(1);
    first.close();

    const again = openLedger(dir, 'shop');
    const reopened = again.collection<{ id: string; colour: string }>('items');
    expect(reopened.list().map((item) => item.id)).toEqual(['b', 'a']);
    expect(reopened.list({ colour: 'green', sold: true })).toEqual([{ id: 'b', colour: 'green', sold: true }]);
    expect(again.nextNumber('n')).toBe(2);
    again.clear();
    expect(reopened.list()).toEqual([]);
    expect(again.nextNumber('n')).toBe(3);
    again.close();
  });

  it('writes a transaction completely or not at all', () => {
    const ledger = openLedger(dir, 'shop');
    const items = ledger.collection<{ id: string; sold?: boolean }>('items');
    items.put({ id: 'kept' });
    expect(() =>
      ledger.transaction(() => {
        items.put({ id: 'a' });
        items.put({ id: 'kept', sold: true });
        ledger.transaction(() => items.put({ id: 'b' }));
        throw new Error('no');
      }),
    ).toThrow('no');
    expect(items.list()).toEqual([{ id: 'kept' }]);
    expect(items.get('kept')).toEqual({ id: 'kept' });
    ledger.close();
  });

  it('gives documents that no reader can change for the next one', () => {
    const ledger = openLedger(dir, 'shop');
    const items = ledger.collection<{ id: string; tags: string[] }>('items');
    items.put({ id: 'a', tags: ['new'] });
    expect(() => items.get('a')!.tags.push('changed')).toThrow(TypeError);
    expect(items.list()).toEqual([{ id: 'a', tags: ['new'] }]);
    ledger.close();
  });
});

describe('control plane', () => {
  let running: Running;
  let committed: string[];
  const seen: unknown[] = [];

  beforeEach(async () => {
    committed = [];
    const control = createControl({
      calls: ['things.create', 'things.list'],
      reset: () => (committed = []),
      verbs: {
        shout: defineVerb(z.strictObject({ word: z.string() }), ({ word }) => {
          seen.push(word);
          return word.toUpperCase();
        }),
      },
    });
    const app = new Hono<SandboxEnv>();
    app.use(control.routes);
    app.post(
      '/things',
      control.guard('things.create', async (c) => {
        committed.push(await c.req.text());
        return c.json({ made: true });
      }),
    );
    running = await serve(app, 0);
  });
  afterEach(() => running.close());

  const create = (body = 'x', signal?: AbortSignal) => fetch(`${running.url}/things`, { method: 'POST', body, signal });
  const order = (body: unknown) =>
    fetch(`${running.url}/_sandbox/control`, { method: 'POST', body: JSON.stringify(body) });
  const state = async () =>
    (await fetch(`${running.url}/_sandbox/control`)).json() as Promise<{ waiting: Record<string, number> }>;
  const held = async (n: number) =>
    await expect.poll(async () => (await state()).waiting['things.create'] ?? 0).toBe(n);

  /** A request with headers that `fetch` does not allow. */
  const raw = (method: string, headers: Record<string, string>) =>
    new Promise<number>((resolve, reject) => {
      const { hostname, port } = new URL(running.url);
      const path = method === 'GET' ? '/_sandbox/control' : '/things';
      httpRequest({ hostname, port, path, method, headers }, (answer) => {
        answer.resume();
        resolve(answer.statusCode ?? 0);
      })
        .on('error', reject)
        .end();
    });

  it('answers only to host names of this machine, against DNS rebinding', async () => {
    const { host, port } = new URL(running.url);
    for (const name of [host, `localhost:${port}`, `inbox.localhost:${port}`, `[::1]:${port}`])
      expect([name, await raw('GET', { host: name })]).toEqual([name, 200]);
    for (const name of [
      'evil.example',
      `evil.example:${port}`,
      `127.0.0.1.evil.example:${port}`,
      'localhost.evil.example',
    ])
      expect([name, await raw('GET', { host: name })]).toEqual([name, 403]);
  });

  it('refuses changes from pages of other sites, and accepts those of its own pages and of programs', async () => {
    const { host } = new URL(running.url);
    const foreign = [
      { origin: 'https://evil.example' },
      { origin: 'http://127.0.0.1:1' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site', origin: running.url },
    ];
    for (const headers of foreign)
      expect([headers, await raw('POST', { host, ...headers } as Record<string, string>)]).toEqual([headers, 403]);
    expect(committed).toEqual([]);
    // A page with no-referrer sends the origin "null" even to its own server.
    const own = [{}, { origin: running.url }, { origin: 'null', 'sec-fetch-site': 'same-origin' }];
    for (const headers of own)
      expect([headers, await raw('POST', { host, ...headers } as Record<string, string>)]).toEqual([headers, 200]);
    expect(await raw('GET', { host, 'sec-fetch-site': 'cross-site' })).toBe(200);
  });

  it('fails a call before its effect, the requested number of times', async () => {
    await order({ fail: { call: 'things.create', times: 2, status: 418, body: { tea: true } } });
    const first = await create();
    expect([first.status, await first.json()]).toEqual([418, { tea: true }]);
    expect((await create()).status).toBe(418);
    expect(committed).toEqual([]);
    expect((await create()).status).toBe(200);
  });

  it('fails a call after its effect', async () => {
    await order({ fail: { call: 'things.create', when: 'after' } });
    expect((await create()).status).toBe(503);
    expect(committed).toEqual(['x']);
  });

  it('closes the connection without a response', async () => {
    await order({ fail: { call: 'things.create', when: 'after', hangup: true } });
    await expect(create()).rejects.toThrow();
    expect(committed).toEqual(['x']);
  });

  it('holds a call before its effect until release, and commits even when the client disconnected', async () => {
    await order({ hold: { call: 'things.create' } });
    const client = new AbortController();
    const answer = create('held', client.signal);
    await held(1);
    expect(committed).toEqual([]);
    client.abort();
    await expect(answer).rejects.toThrow();
    await order({ release: { call: 'things.create' } });
    await expect.poll(() => committed).toEqual(['held']);
  });

  it('holds a call after its effect', async () => {
    await order({ hold: { call: 'things.create', when: 'after' } });
    const answer = create();
    await held(1);
    expect(committed).toEqual(['x']);
    await order({ release: { call: 'things.create' } });
    expect((await answer).status).toBe(200);
    await held(0);
  });

  it('delays a call', async () => {
    await order({ delay: { call: 'things.create', ms: 60 } });
    const start = performance.now();
    await create();
    expect(performance.now() - start).toBeGreaterThan(50);
  });

  it('reset disarms everything, drops held calls and clears the state', async () => {
    await order({ fail: { call: 'things.list' }, hold: { call: 'things.create' } });
    const answer = create();
    const dropped = expect(answer).rejects.toThrow();
    await held(1);
    await order({ reset: true });
    await dropped;
    expect(committed).toEqual([]);
    expect(await state()).toMatchObject({ fail: [], hold: [], delay: [], waiting: {} });
  });

  it('refuses an unknown call with the list of known ones, and an unknown verb', async () => {
    const answer = await order({ fail: { call: 'things.burn' } });
    expect(answer.status).toBe(400);
    expect(await answer.text()).toContain('things.create, things.list');
    expect((await order({ explode: true })).status).toBe(400);
  });

  it('runs the verbs of its sandbox and returns their results', async () => {
    expect(await (await order({ shout: { word: 'hey' } })).json()).toMatchObject({ shout: 'HEY' });
    expect(seen).toEqual(['hey']);
  });
});
