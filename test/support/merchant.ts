import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const EXAMPLE = path.join(import.meta.dirname, '../../docs/merchant.example.json');

/** A merchant file that live mode accepts: the example with realistic values. `change` edits its facts. */
export function realMerchantFile(change: (facts: Record<string, unknown>) => object = (facts) => facts): string {
  const text = readFileSync(EXAMPLE, 'utf8')
    .replaceAll('FR00SAMPLE', 'FR12345678901')
    .replaceAll(/SAMPLE ?/g, 'Tested ')
    .replaceAll('.com/Tested ', '.com/cairn')
    .replaceAll('company/Tested ', 'company/cairn')
    .replaceAll('.example', '.test')
    .replaceAll('+33 1 99', '+33 1 23');
  return merchantFile(change(JSON.parse(text) as Record<string, unknown>));
}

/** A file with these contents, in a new folder. */
export function merchantFile(content: object | string): string {
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'cairn-merchant-')), 'merchant.json');
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  return file;
}
