import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { trackedFiles } from './source.ts';

const ROOT = path.join(import.meta.dirname, '../..');

/** A file that breaks a rule, and part of the linter's message. */
const FORBIDDEN: [file: string, code: string, says: string][] = [
  ['store/src/web/a.ts', "import { x } from '../services.ts';\nx();", 'ship server code to the browser'],
  [
    'store/src/web/pages/one/a.ts',
    "import { x } from '#src/modules/orders/orders.ts';\nx();",
    'ship server code to the browser',
  ],
  ['store/src/web/pages/one/b.ts', "export { x } from '../../../http/app.ts';", 'ship server code to the browser'],
  ['store/src/web/c.ts', "import type { X } from '../db/database.ts';\nexport type Y = X;", 'through services only'],
  [
    'store/src/web/f.ts',
    "import type { X } from '../modules/orders/orders.ts';\nexport type Y = X;",
    'types.ts and *-views.ts',
  ],
  ['store/src/web/g.ts', "import type { X } from '../services.ts';\nexport type Y = X;", 'types.ts and *-views.ts'],
  [
    'store/src/web/h.ts',
    "import type { X } from '../http/api/help.ts';\nexport type Y = X;",
    'types.ts and *-views.ts',
  ],
  [
    'store/src/web/j.ts',
    "import type { X } from '../http/api/routes/orders.ts';\nexport type Y = X;",
    'types.ts and *-views.ts',
  ],
  [
    'store/src/web/i.ts',
    "import type { X } from '../content/content.ts';\nexport type Y = X;",
    'types.ts and *-views.ts',
  ],
  ['store/src/ui/a.ts', "import { x } from '../i18n/format.ts';\nx();", 'The kit imports only shared'],
  ['store/src/ui/b.ts', "import { Link } from 'react-router';\nLink();", 'has no router'],
  ['store/src/shared/a.ts', "import { x } from '../i18n/format.ts';\nx();", 'imports nothing else of the store'],
  ['store/src/shared/b.ts', "import fs from 'node:fs';\nfs.readFileSync('');", 'runs in browsers too'],
  ['store/src/offline/a.ts', "import { x } from '../web/api.ts';\nx();", 'outside React and the server'],
  ['store/src/offline/b.ts', "import { useState } from 'react';\nuseState();", 'a small separate script'],
  ['store/src/i18n/a.ts', "import { x } from '../ui/button.tsx';\nx();", 'i18n imports only shared'],
  ['store/src/shared/c.ts', "import { x } from '../search/finder.ts';\nx();", 'imports nothing else of the store'],
  ['store/src/search/a.ts', "import { x } from '../modules/catalogue/search.ts';\nx();", 'only shared and i18n'],
  ['store/src/search/b.ts', "import fs from 'node:fs';\nfs.readFileSync('');", 'run in browsers too'],
  ['store/src/content/a.ts', "import { x } from '../i18n/format.ts';\nx();", 'content imports only shared'],
  ['store/src/web/d.ts', "import { x } from '../content/content.ts';\nx();", 'ship server code to the browser'],
  ['store/src/db/a.ts', "import { x } from '../queue/queue.ts';\nx();", 'db imports only shared'],
  ['store/src/queue/a.ts', "import { x } from '../db/database.ts';\nx();", 'only types of the database'],
  ['store/src/queue/b.ts', "import type { X } from '../flows/checkout.ts';\nexport type Y = X;", 'not the handlers'],
  ['store/src/modules/one/a.ts', "import { x } from '../../flows/checkout.ts';\nx();", 'as types (ports)'],
  ['store/src/modules/one/e.ts', "import { x } from '../../config/limits.ts';\nx();", 'as types (ports)'],
  ['store/src/modules/one/b.ts', "import { x } from '../two/two.ts';\nx();", 'only types of each other'],
  [
    'store/src/modules/one/c.ts',
    "import type { X } from '../two/store.ts';\nexport type Y = X;",
    'Its tables are private',
  ],
  ['store/src/modules/one/d.ts', "import { x } from './schema.ts';\nx();", "Only the module's store uses its tables"],
  [
    'store/src/modules/one/room/a.ts',
    "import { x } from '../schema.ts';\nx();",
    "Only the module's store uses its tables",
  ],
  ['store/src/modules/one/f.ts', "import { x } from './room/store.ts';\nx();", 'Its store is private'],
  ['store/src/modules/one/room/b.ts', "import { x } from '../other/store.ts';\nx();", 'Its store is private'],
  [
    'store/src/modules/one/room/cookie-store.ts',
    "import { x } from '../other/store.ts';\nx();",
    'Its store is private',
  ],
  ['store/src/modules/one/room/c.ts', "import { x } from '../../two/two.ts';\nx();", 'only types of each other'],
  [
    'store/src/modules/one/room/d.ts',
    "import type { X } from '../../two/room/store.ts';\nexport type Y = X;",
    'Its tables are private',
  ],
  ['store/src/modules/one/room/e.ts', "import { x } from '../../../flows/checkout.ts';\nx();", 'as types (ports)'],
  ['store/src/flows/j.ts', "import { x } from '../modules/one/room/store.ts';\nx();", 'Import a module only by'],
  ['store/src/modules/one/schema.ts', "import { x } from '../two/two.ts';\nx();", 'only tables of another module'],
  ['store/src/flows/a.ts', "import { x } from '../adapters/stripe.ts';\nx();", 'through a port that services fills'],
  ['store/src/flows/b.ts', "import { x } from '../modules/one/store.ts';\nx();", 'Import a module only by'],
  ['store/src/composition/a.ts', "import { x } from '../modules/one/store.ts';\nx();", 'Import a module only by'],
  ['store/src/composition/b.ts', "import { x } from '../modules/one/room/schema.ts';\nx();", 'Import a module only by'],
  [
    'store/src/http/z.ts',
    "import type { X } from '../modules/one/desk-store.ts';\nexport type Y = X;",
    'Import a module only by',
  ],
  [
    'store/src/adapters/z.ts',
    "import type { X } from '../modules/one/store.ts';\nexport type Y = X;",
    'Import a module only by',
  ],
  [
    'store/src/telemetry/z.ts',
    "import type { X } from '../modules/one/schema.ts';\nexport type Y = X;",
    'Import a module only by',
  ],
  ['store/src/z.ts', "import { x } from './modules/one/store.ts';\nx();", 'Import a module only by'],
  ['scripts/z.ts', "import { x } from '#src/modules/one/store.ts';\nx();", 'Import a module only by'],
  ['store/src/ops/x.ts', "import { x } from '#sandbox/postgres/supervisor.ts';\nx();", 'imports sandbox/ or scripts/'],
  ['store/src/ops/w.ts', "import { x } from '../web/api.ts';\nx();", 'The commands render text'],
  ['store/src/flows/z.ts', "import { x } from '../ops/format.ts';\nx();", 'A flow combines modules'],
  ['store/src/ops/y.ts', "import { x } from '#src/modules/one/room/desk-store.ts';\nx();", 'Import a module only by'],
  ['store/src/adapters/a.ts', "import { x } from '../modules/one/one.ts';\nx();", 'implements a port, which is a type'],
  ['store/src/adapters/b.ts', "import type { X } from '../db/database.ts';\nexport type Y = X;", 'no business rules'],
  ['store/src/flows/g.ts', "import { x } from '../telemetry/metrics.ts';\nx();", 'through a port that services fills'],
  ['store/src/telemetry/a.ts', "import { x } from '../modules/one/one.ts';\nx();", 'its dependencies as arguments'],
  [
    'store/src/telemetry/b.ts',
    "import type { X } from '../http/app.ts';\nexport type Y = X;",
    'report to it by the type',
  ],
  ['store/src/http/a.ts', "import { x } from '../flows/checkout.ts';\nx();", 'http gets services as an argument'],
  ['store/src/http/api/b.ts', "import { x } from '../../adapters/stripe.ts';\nx();", 'http calls only services'],
  ['store/src/main.ts', "import { x } from '../../sandbox/stripe/server.ts';\nx();", 'imports sandbox/ or scripts/'],
  [
    'store/src/flows/g.ts',
    "import { x } from '../composition/modules.ts';\nx();",
    'through a port that services fills',
  ],
  ['store/src/flows/c.ts', "import { x } from '#sandbox/stripe/server.ts';\nx();", 'imports sandbox/ or scripts/'],
  ['store/src/flows/h.ts', "import { x } from '../../../scripts/gen.ts';\nx();", 'imports sandbox/ or scripts/'],
  ['store/src/web/e.ts', "import { x } from '@cairn/scripts/gen.ts';\nx();", 'imports sandbox/ or scripts/'],
  ['sandbox/a.ts', "import { x } from '../store/src/shared/ids.ts';\nx();", 'simulates a vendor'],
  ['sandbox/stripe/c.ts', "import { x } from '../../scripts/gen.ts';\nx();", 'The launcher starts a sandbox'],
  [
    'store/src/http/b.ts',
    "import type { X } from '../config/live.ts';\nexport type Y = X;",
    'type from config/config.ts',
  ],
  [
    'sandbox/demo-account/a.ts',
    "import { x } from '#src/modules/orders/orders.ts';\nx();",
    'uses only the services of the store',
  ],
  ['store/src/flows/d.ts', "import { x } from '#test/support/wire.ts';\nx();", 'never imports its tests'],
  ['sandbox/stripe/a.ts', "import { x } from '../../src/shared/money.ts';\nx();", 'would share its bugs'],
  ['store/src/flows/e.ts', 'export const x = process.env;', 'process.env'],
  ['store/src/flows/i.ts', "export const x = () => localStorage.getItem('a');", 'localStorage'],
  ['store/src/flows/f.ts', 'export default 1;', 'default'],
  ['store/src/shared/cycle-a.ts', "import { b } from './cycle-b.ts';\nexport const a = () => b;", 'cycle'],
  ['store/src/shared/cycle-b.ts', "import { a } from './cycle-a.ts';\nexport const b = () => a;", 'cycle'],
  ['store/src/shared/types-a.ts', "import type { B } from './types-b.ts';\nexport type A = B[];", 'cycle'],
  ['store/src/shared/types-b.ts', "import type { A } from './types-a.ts';\nexport type B = A | null;", 'cycle'],
];

/** Allowed imports in files of these folders. */
const ALLOWED: [file: string, code: string][] = [
  ['store/src/web/ok.ts', "import type { X } from '../modules/one/types.ts';\nexport const x = (given: X) => given;"],
  [
    'store/src/web/pages/ok.ts',
    "import type { X } from '../../http/api/help-views.ts';\nimport type { Y } from '../../http/api/routes/client.ts';\nexport const x = (given: X, other: Y) => [given, other];",
  ],
  [
    'store/src/modules/one/one.ts',
    "import type { X } from '../two/two.ts';\nimport { createStore } from './store.ts';\nexport const one = (x: X) => createStore(x);",
  ],
  [
    'store/src/modules/one/store.ts',
    "import { table } from './schema.ts';\nexport const createStore = (x: unknown) => [x, table];",
  ],
  ['store/src/modules/one/room/store.ts', "import { table } from '../schema.ts';\nexport const stored = [table];"],
  [
    'store/src/modules/one/room/room.ts',
    "import type { X } from '../../two/two.ts';\nimport { other } from '../other/other.ts';\nexport const room = (x: X) => [other, x];",
  ],
  ['store/src/modules/one/other/other.ts', 'export const other = 1;'],
  [
    'store/src/modules/two/schema.ts',
    "import { instant } from '../../db/columns.ts';\nimport { other } from '../one/schema.ts';\nexport const table = [instant, other];",
  ],
  ['store/src/flows/ok.ts', "import { one } from '../modules/one/one.ts';\nexport const flow = () => one;"],
  [
    'store/src/adapters/ok.ts',
    "import type { Gateway } from '../modules/one/one.ts';\nexport const adapter = (port: Gateway) => port;",
  ],
  [
    'store/src/services.ts',
    "import { flow } from './flows/ok.ts';\nimport { adapter } from './adapters/ok.ts';\nexport const services = [flow, adapter];",
  ],
  ['store/src/search/ok.ts', "import { words } from '../i18n/areas/place-words.ts';\nexport const x = () => words;"],
  ['store/src/http/ok.ts', "import type { X } from '../config/config.ts';\nexport type Y = X;"],
  ['sandbox/demo-account/ok.ts', "import type { Services } from '#src/services.ts';\nexport type X = Services;"],
  ['store/src/web/ok-storage.ts', "export const x = () => localStorage.getItem('a');"],
  ['store/src/config/config.ts', 'export const env = process.env;'],
  ['store/src/web/pages/one/home.route.tsx', 'export default 1;'],
];

type Diagnostic = { filename: string; message: string; help?: string; code?: string };

let dir: string;
let found: Diagnostic[];

beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'cairn-house-'));
  const settings = trackedFiles().filter((file) => /^tsconfig[\w.]*\.json$/.test(file));
  for (const file of [...settings, '.oxlintrc.json', 'package.json', 'store/package.json', 'sandbox/package.json'])
    await cp(path.join(ROOT, file), path.join(dir, file));
  await symlink(path.join(ROOT, 'node_modules'), path.join(dir, 'node_modules'));
  for (const [file, code] of [...FORBIDDEN, ...ALLOWED]) {
    await mkdir(path.dirname(path.join(dir, file)), { recursive: true });
    await writeFile(path.join(dir, file), `${code}\n`);
  }
  const oxlint = path.join(ROOT, 'node_modules/oxlint/bin/oxlint');
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [oxlint, '-f', 'json', 'store', 'sandbox', 'scripts'],
    {
      cwd: dir,
    },
  ).catch((error: { stdout: string }) => error);
  found = (JSON.parse(stdout) as { diagnostics: Diagnostic[] }).diagnostics;
});

afterAll(() => rm(dir, { recursive: true, force: true }));

function saidOf(file: string): string[] {
  return found
    .filter(({ filename }) => filename.endsWith(file))
    .map(({ message, help = '', code = '' }) => `${code} ${message} ${help}`);
}

describe('import rules', () => {
  test.each(FORBIDDEN)('%s: %s', (file, _code, says) => {
    expect(saidOf(file).join('\n')).toContain(says);
  });

  test.each(ALLOWED)('%s may import: %s', (file) => {
    expect(saidOf(file)).toEqual([]);
  });
});
