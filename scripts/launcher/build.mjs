import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { exec } from './exec.mjs';
import { precompress } from './precompress.mjs';
import { oneAtATime } from './hold.mjs';
import { withNodeOnPath } from './runtime.mjs';
import { Fault, ROOT, say } from './say.mjs';

/** All that ends up in the built site. */
const SOURCES = [
  'store/src/web',
  'store/src/ui',
  'store/src/i18n',
  'store/src/shared',
  'store/src/content',
  'store/src/offline',
  'store/content',
  'store/data/catalogue/destinations.json',
  'scripts/content.ts',
  'scripts/content',
  'scripts/build-offline.ts',
  'store/public',
  'store/vite.config.ts',
  'store/react-router.config.ts',
  'tsconfig.json',
  'package-lock.json',
];
const STAMP = path.join(ROOT, 'store/build/.stamp');

/** Builds the site when its sources changed since the last build. */
export async function ensureBuilt(node, { always = false } = {}) {
  const wanted = hashOf(SOURCES);
  const isBuilt = () => existsSync(STAMP) && readFileSync(STAMP, 'utf8') === wanted;
  if (!always && isBuilt()) return;
  await oneAtATime('build', async () => {
    if (always || !isBuilt()) await build(node, wanted);
  });
}

async function build(node, wanted) {
  say('building the site …');
  rmSync(STAMP, { force: true });
  const version = wanted.slice(0, 12);
  await step(node, ['node_modules/@react-router/dev/bin.cjs', 'build', 'store'], 'The site could not be built', {
    CAIRN_BUILD: version,
  });
  // After the pages: their build empties the folder.
  await buildContent(node);
  await step(node, ['scripts/build-offline.ts', version], 'The offline document could not be built');
  await precompress(path.join(ROOT, 'store/build/client'));
  mkdirSync(path.dirname(STAMP), { recursive: true });
  writeFileSync(STAMP, wanted);
}

/** Compiles the texts of store/content/ to store/build/content.json. */
export async function buildContent(node) {
  await step(node, ['scripts/content.ts'], 'The texts of store/content/ could not be built');
}

async function step(node, args, failure, env = {}) {
  const { code, output } = await exec(node, args, {
    capture: true,
    env: withNodeOnPath(node, { ...process.env, ...env }),
    endsWithUs: true,
  });
  if (code !== 0) throw new Fault(`${failure}:\n${output.trim()}`);
}

function hashOf(sources) {
  const hash = createHash('sha256');
  for (const file of sources.flatMap((source) => filesIn(source))) {
    hash
      .update(`${file}\0`)
      .update(readFileSync(path.join(ROOT, file)))
      .update('\0');
  }
  return hash.digest('hex');
}

function filesIn(source) {
  const full = path.join(ROOT, source);
  if (!existsSync(full)) return [];
  if (!statSync(full).isDirectory()) return [source];
  return readdirSync(full)
    .sort()
    .flatMap((name) => filesIn(path.join(source, name)));
}
