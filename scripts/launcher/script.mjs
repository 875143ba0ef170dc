import { spawn } from 'node:child_process';
import path from 'node:path';
import { ensureChromium } from './browser.mjs';
import { ensureBuilt, opsScript } from './build.mjs';
import { ensureClusterPrograms } from './cluster-programs.mjs';
import { withNodeOnPath } from './runtime.mjs';
import { readEnvFile } from './env-file.mjs';
import { runningPostgres } from './postgres.mjs';
import { COMPILE_CACHE } from './production.mjs';
import { ROOT } from './say.mjs';

/** Runs a script of the project on the chosen Node, in this terminal, with `.env`. Returns its exit code. */
export function runScript(node, script, args, variables = {}) {
  return new Promise((resolve, reject) => {
    const env = withNodeOnPath(node, {
      NODE_COMPILE_CACHE: COMPILE_CACHE,
      ...variables,
      ...readEnvFile(),
      ...process.env,
    });
    const child = spawn(node, [script, ...args], { cwd: ROOT, env, stdio: 'inherit' });
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 1));
  });
}

/** The operators' commands, on the configured database, else on the one that `npm start` runs here. */
export async function runOps(node, args) {
  const { CAIRN_DATA_DIR } = { ...readEnvFile(), ...process.env };
  const url = await runningPostgres(path.resolve(ROOT, CAIRN_DATA_DIR || '.data'));
  // As `npm start` sets it: live and staging mode require it.
  return runScript(node, opsScript(), args, { NODE_ENV: 'production', ...(url && { DATABASE_URL: url }) });
}

/** Pictures of the pages of the built store. */
export async function runScreenshots(node, args) {
  await ensureBuilt(node);
  return runScript(node, 'scripts/screenshots.ts', args, { CHROMIUM_PATH: await ensureChromium(node) });
}

/** Builds a cluster here, sells through it, and lets faults happen (bench/drill/run.ts). */
export async function runDrill(node, args) {
  await ensureClusterPrograms();
  await ensureBuilt(node);
  return runScript(node, 'bench/drill/run.ts', args);
}
