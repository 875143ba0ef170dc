#!/usr/bin/env node
// The entry point of `npm start`, `npm test` and all other commands. Plain JavaScript without dependencies for Node 18 and
// later, because it installs the dependencies and chooses the Node of the product.
import { Fault, say } from './launcher/say.mjs';
import { ensureInstalled } from './launcher/install.mjs';
import { followNpm } from './launcher/processes.mjs';
import { chooseNode } from './launcher/runtime.mjs';

const COMMANDS = {
  start: async (node, args) => (await import('./launcher/start.mjs')).start(node, { dev: false, args }),
  dev: async (node, args) => (await import('./launcher/start.mjs')).start(node, { dev: true, args }),
  build: async (node) => (await import('./launcher/build.mjs')).ensureBuilt(node, { always: true }),
  check: async (node) => (await import('./launcher/test.mjs')).test(node, ['check']),
  format: async (node) => (await import('./launcher/checks.mjs')).format(node),
  test: async (node, args) => (await import('./launcher/test.mjs')).test(node, args),
  'test:full': async (node, args) => (await import('./launcher/test.mjs')).test(node, args, { full: true }),
  gen: async (node, args) => (await import('./launcher/script.mjs')).runScript(node, 'scripts/gen.ts', args),
  screenshots: async (node, args) => (await import('./launcher/script.mjs')).runScreenshots(node, args),
  drill: async (node, args) => (await import('./launcher/script.mjs')).runDrill(node, args),
  package: async (node, args) => (await import('./launcher/package.mjs')).makePackages(node, args),
  'dump-release': async (node) => (await import('./launcher/script.mjs')).runScript(node, 'test/upgrade/make.ts', []),
  ops: async (node, args) => (await import('./launcher/script.mjs')).runOps(node, args),
};

const [name = 'start', ...args] = process.argv.slice(2);

try {
  if (!Object.hasOwn(COMMANDS, name))
    throw new Fault(`There is no command "${name}". There are: ${Object.keys(COMMANDS).join(', ')}.`);
  if (name === 'start' || name === 'dev') followNpm();
  await ensureInstalled();
  const node = await chooseNode();
  process.exitCode = (await COMMANDS[name](node, args)) ?? 0;
} catch (error) {
  if (!(error instanceof Fault)) throw error;
  say(error.message);
  process.exitCode = error.exitCode;
}
