import path from 'node:path';
import { ROOT } from './say.mjs';

/**
 * How the built store is started (docs/performance.md): from its bundle, with a young generation of 4 MB in place of 16, which
 * costs rendering nothing that can be measured and saves 20 to 40 MB at rest.
 */
export const PRODUCTION_ARGS = ['--max-semi-space-size=4', 'store/build/server-bundle/main.js'];

/** Where V8 keeps the bundle's compiled code between starts. A new bundle empties it. */
export const COMPILE_CACHE = path.join(ROOT, 'store/build/compile-cache');
