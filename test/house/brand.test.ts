import { expect, test } from 'vitest';
import { readText, trackedFiles } from './source.ts';

/** Files that may name the product: its one place, and what only people who work on the code read. */
const MAY_NAME = /^store\/src\/shared\/brand\.ts$|\.test\.tsx?$/;

/** Names on the wire, in storage and in the environment: nobody is shown them, and a change would cut off what is in use. */
const TECHNICAL = [
  /CAIRN_[A-Z_]*/g,
  /x-cairn-[a-z-]+/g,
  /cairn_[a-z_]*/g,
  /@cairn\/[a-z]+/g,
  /cairn-signature/gi,
  /cairn[-.](?:auth|kept|shell|web|reports|lock|package)|cairn\.(?:signInLink|service-accounts|env)/g,
  /'cairn-'|`cairn-\$\{manifest/g,
  /cairn (?:\\\(|\$\{VERSION\}|migrations|notices|signer key|key fingerprint)|\^cairn /g,
  /(?:USER|DATABASE|DEFAULT_PROJECT) = 'cairn'/g,
  /data-cairn|DataCairn|cairn__/g,
  // Patterns of names in storage, and the default of IDENTITY_PROJECT_ID.
  /\/\^cairn\S+/g,
  /^ +'cairn',$/g,
];

test('no text that a person reads names the product but by its constant (docs/guides/a-name.md)', () => {
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

/** Of block comments those that begin a line: `'/api/*'` begins none. */
function withoutComments(source: string): string {
  return source.replaceAll(/^\s*\/\*[\s\S]*?\*\/|\{\/\*[\s\S]*?\*\/\}/gm, '').replaceAll(/(^|[\s;{(,])\/\/.*$/gm, '$1');
}
