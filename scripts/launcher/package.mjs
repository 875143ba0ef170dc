import { ensureBuilt } from './build.mjs';
import { runScript } from './script.mjs';

/** `npm run package`: builds the site, then the archives of scripts/package. */
export async function makePackages(node, args) {
  await ensureBuilt(node);
  return runScript(node, 'scripts/package/main.ts', args);
}
