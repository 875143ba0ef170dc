import path from 'node:path';
import { ROOT } from './say.mjs';

/**
 * Node arguments of the built store (docs/performance.md): the bundle, with semi-spaces of 4 MB instead of 16. That
 * saves 20 to 40 MB at rest and has no measurable effect on rendering.
 */
export const PRODUCTION_ARGS = ['--max-semi-space-size=4', 'store/build/server-bundle/main.js'];

/** The operators' commands beside it. */
export const OPS_BUNDLE = 'store/build/server-bundle/ops.js';

/** V8's cache of the bundle's compiled code. A new bundle empties it. */
export const COMPILE_CACHE = path.join(ROOT, 'store/build/compile-cache');

/** Ends the application with its launcher, which holds the other end of its standard input. */
export const WITH_PARENT = ['--import', new URL('./with-parent.mjs', import.meta.url).href];
