import { get } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { spawnBuilt, type SpawnedApp } from '#test/support/process.ts';
import { startSurroundings, type Surroundings } from '#test/support/surroundings.ts';
import { control, held, ledger, messages } from '#test/support/wire.ts';
import { startBuiltWorld, type World } from '#test/support/world.ts';

describe('a world in this process', () => {
  let world: World;
  beforeAll(async () => {
    world = await startBuiltWorld();
  });
  afterAll(() => world?.close());

  test('serves requests with its own database and sandboxes', async () => {
    expect((await fetch(`${world.app.url}/readyz`)).status).toBe(200);
    const shown = await (await fetch(`${world.app.url}/_sandbox`, { headers: { accept: 'application/json' } })).text();
    expect(shown).toContain(world.mail.url);
    expect(await messages(world.mail)).toEqual([]);
    expect(Object.keys(await ledger(world.stripe))).toContain('sessions');
  });

  test('shows its sandboxes only under its own name', async () => {
    const { hostname, port } = new URL(world.app.url);
    const statusFor = (host: string) =>
      new Promise((resolve, reject) => {
        get({ hostname, port, path: '/_sandbox', headers: { host } }, (answer) => {
          answer.resume();
          resolve(answer.statusCode);
        }).on('error', reject);
      });
    expect(await statusFor(`localhost:${port}`)).toBe(200);
    expect(await statusFor(`evil.example:${port}`)).toBe(403);
  });

  test('holds a call until it is released', async () => {
    const credentials = new URLSearchParams({
      client_id: world.env['AIRALO_CLIENT_ID'] ?? '',
      client_secret: world.env['AIRALO_CLIENT_SECRET'] ?? '',
      grant_type: 'client_credentials',
    });
    await control(world.airalo, { hold: { call: 'token', when: 'before' } });
    const waiting = fetch(`${world.airalo.url}/v2/token`, { method: 'POST', body: credentials });
    await held(world.airalo, 'token');
    await control(world.airalo, { release: { call: 'token' } });
    expect((await waiting).status).toBe(200);
  });
});

describe('the application as a process', () => {
  let around: Surroundings;
  let app: SpawnedApp | undefined;
  beforeAll(async () => {
    around = await startSurroundings();
  });
  afterAll(async () => {
    await app?.kill();
    await around?.close();
  });

  test('restarts on its address after kill -9, and exits with 0 on request', async () => {
    app = await spawnBuilt(around.env);
    expect(await app.kill()).toBeNull();
    app = await spawnBuilt(around.env);
    expect(app.url).toBe(around.appUrl);
    expect(await app.kill('SIGTERM')).toBe(0);
  });
});
