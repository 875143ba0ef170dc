import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const FILE = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../store/src/shared/brand.ts');

/**
 * The product name, parsed from its source file, because the launcher also runs on a Node that cannot import
 * TypeScript.
 */
export const BRAND = /export const BRAND = '([^']+)'/.exec(readFileSync(FILE, 'utf8'))[1];

/** The name in addresses and at the start of the launcher's log lines. */
export const BRAND_SLUG = BRAND.toLowerCase().replace(/[^a-z0-9]+/g, '-');
