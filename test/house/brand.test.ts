import { expect, test } from 'vitest';
import { readText, trackedFiles } from './source.ts';

/** Files that may contain the product name: its one source file, and files that only developers read. */
const MAY_NAME = /^store\/src\/shared\/brand\.ts$|\.test\.tsx?$/;

/** Names in protocols, storage and the environment. No user sees them, and a rename would break existing data. */
const TECHNICAL = [
  /CAIRN_[A-Z_]*/g,
  /x-cairn-[a-z-]+/g,
  /cairn_[a-z_]*/g,
  /@cairn\/[a-z]+/g,
  /cairn-signature/gi,
  /cairn[-.](?:auth|kept|shell|web|reports|lock|package)|cairn\.(?:signInLink|service-accounts|env)/g,
  /'cairn-'|`cairn-\$\{manifest/g,
  /cairn (?:\\\(|\$\{VERSION\}|check|migrations|notices|watch|signer key|key fingerprint)|\^cairn /g,
  /(?:USER|DATABASE|DEFAULT_PROJECT) = 'cairn'/g,
  /data-cairn|DataCairn|cairn__/g,
  // Patterns of storage names, and the default of IDENTITY_PROJECT_ID.
  /\/\^cairn\S+/g,
  /^ +'cairn',$/g,
];

test('texts use the constant of the product name, never the name itself (docs/guides/a-name.md)', () => {
  const files = trackedFiles('.ts', '.tsx', '.mjs', '.html').filter(
    (file) => /^(?:store\/(?:src|public)|sandbox|scripts\/(?:launcher|ops))\//.test(file) && !MAY_NAME.test(file),
  );
  expect(files.length).toBeGreaterThan(500);
  const found = files.flatMap((file) =>
    withoutComments(readText(file))
      .split('\n')
      .map((line) => TECHNICAL.reduce((rest, pattern) => rest.replaceAll(pattern, ''), line))
      .filter((line) => /cairn/i.test(line))
      .map((line) => `${file}: ${line.trim()}`),
  );
  expect(found).toEqual([]);
});

/** Only block comments at the start of a line count, because `'/api/*'` starts none. */
function withoutComments(source: string): string {
  return source.replaceAll(/^\s*\/\*[\s\S]*?\*\/|\{\/\*[\s\S]*?\*\/\}/gm, '').replaceAll(/(^|[\s;{(,])\/\/.*$/gm, '$1');
}
