import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import manifest from '../../package.json' with { type: 'json' };
import { writeArchive } from './archive.ts';
import { type Platform, PLATFORMS } from './contents.ts';
import { stage } from './stage.ts';

/**
 * npm run package [-- PLATFORM …] [--out FOLDER]
 * Makes an archive and a software bill of materials for each platform, and SHA256SUMS of all of them, in dist/.
 */
const ROOT = path.join(import.meta.dirname, '../..');
const { values, positionals } = parseArgs({ options: { out: { type: 'string' } }, allowPositionals: true });
const out = path.resolve(ROOT, values.out ?? 'dist');
const platforms = positionals.length > 0 ? positionals : Object.keys(PLATFORMS);
const unknown = platforms.find((name) => !Object.hasOwn(PLATFORMS, name));
if (unknown !== undefined) {
  process.stderr.write(`There is no platform "${unknown}". There are: ${Object.keys(PLATFORMS).join(', ')}.\n`);
  process.exit(2);
}

mkdirSync(out, { recursive: true });
const mtime = timeOfRelease();
const sums: string[] = [];
for (const platform of platforms as Platform[]) {
  const name = `cairn-${manifest.version}-${platform}`;
  const work = mkdtempSync(path.join(tmpdir(), 'cairn-package-'));
  try {
    const sbom = stage(platform, path.join(work, 'tree', name), work);
    writeFileSync(path.join(work, 'tree', name, 'sbom.cdx.json'), sbom);
    writeFileSync(path.join(out, `${name}.cdx.json`), sbom);
    await writeArchive(path.join(out, `${name}.tar.gz`), { parent: path.join(work, 'tree'), name, mtime });
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
  for (const file of [`${name}.cdx.json`, `${name}.tar.gz`]) {
    const hash = createHash('sha256').update(readFileSync(path.join(out, file)));
    sums.push(`${hash.digest('hex')}  ${file}`);
  }
  process.stdout.write(`${path.join(out, `${name}.tar.gz`)}\n`);
}
writeFileSync(path.join(out, 'SHA256SUMS'), `${sums.join('\n')}\n`);

/** SOURCE_DATE_EPOCH, else the time of the commit, so that the same source gives the same archive. */
function timeOfRelease(): Date {
  const given = process.env['SOURCE_DATE_EPOCH'];
  const seconds = given ?? execFileSync('git', ['log', '-1', '--format=%ct'], { cwd: ROOT, encoding: 'utf8' });
  return new Date(Number(seconds) * 1000);
}
