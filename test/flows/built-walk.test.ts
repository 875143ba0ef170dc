import { execFile } from 'node:child_process';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startCollector } from '#test/support/otlp.ts';
import { type Ended, type Ground, WALK, walkSettings } from '#test/support/walk.ts';
import { walkOps } from '#test/support/walk-ops.ts';
import { startBuiltWorld, type World } from '#test/support/world.ts';
import { COMPILE_CACHE, OPS_BUNDLE } from '../../scripts/launcher/production.mjs';

/** What `npm start` starts, in a process of its own: every feature that loads code when it is first used. */
const ROOT = path.join(import.meta.dirname, '../..');
let collector: Awaited<ReturnType<typeof startCollector>>;
let world: World;
let ground: Ground;

beforeAll(async () => {
  collector = await startCollector();
  world = await startBuiltWorld(await walkSettings(collector));
  ground = { ...world, collector, ops };
});
afterAll(async () => {
  await world?.close();
  collector?.close();
});

/** `npm run ops`, without npm. */
const ops = (line: string[], variables: Record<string, string> = {}) =>
  new Promise<Ended>((resolve) => {
    const own = { PATH: process.env['PATH'], NODE_COMPILE_CACHE: COMPILE_CACHE };
    const options = { cwd: ROOT, env: { ...own, ...world.env, ...variables } };
    const child = execFile(process.execPath, [OPS_BUNDLE, ...line], options, (_error, stdout, stderr) =>
      resolve({ code: child.exitCode ?? -1, output: stdout + stderr }),
    );
  });

test.each(WALK)('$title', async ({ walk }) => expect(await walk(ground)).toBeUndefined());

test('every ops command starts', { timeout: 600_000 }, async () => expect(await walkOps(ground)).toBeUndefined());

test('a wrong command, a missing file and an absent database are a sentence each', async () => {
  expect(await ops(['ordr', 'show', 'X'])).toEqual({ code: 2, output: expect.stringContaining('mean "order show"?') });
  const missing = '/no/such/file.json';
  expect(await ops(['identity', 'import', missing])).toEqual({
    code: 1,
    output: `${missing}: there is no such file or folder.\n`,
  });
  const absent = { DATABASE_URL: 'postgres://cairn@127.0.0.1:1/cairn' };
  expect(await ops(['orders', 'stuck'], absent)).toEqual({
    code: 1,
    output: 'The database: nothing listens at its address. Check DATABASE_URL, and that PostgreSQL runs.\n',
  });
});
