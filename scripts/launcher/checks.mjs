import { exec } from './exec.mjs';
import { failureText } from './failures.mjs';
import { withNodeOnPath } from './runtime.mjs';
import { say } from './say.mjs';

const OXFMT = 'node_modules/oxfmt/bin/oxfmt';

/** The runtimes that the code is compiled for: one `tsconfig.<name>.json` each (docs/architecture.md). */
const PROJECTS = ['server', 'browser', 'worker', 'mixed'];
const typeCheck = (project) => [
  `types: ${project}`,
  // One thread each: the projects run beside each other, and more threads check the same types again.
  ['node_modules/typescript-compiler/bin/tsc', '-p', `tsconfig.${project}.json`, '--checkers', '1'],
];

/** Checks without a running product. Route types come first, because the type check reads them. */
const FIRST = [['route types', ['node_modules/@react-router/dev/bin.cjs', 'typegen', 'store']]];
/** Exported for their tests. */
export const THEN = [
  ...PROJECTS.map(typeCheck),
  ['lint and import rules', ['node_modules/oxlint/bin/oxlint', '--deny-warnings']],
  ['formatting', [OXFMT, '--check', '.']],
  ['unused code and dependencies', ['node_modules/knip/bin/knip.js', '--no-progress']],
  ['generated files', ['scripts/gen.ts', '--check']],
  ['texts', ['scripts/content.ts', '--check']],
];

/** Runs all checks, shows the output of failed ones, and counts them like tests. */
export async function runChecks(node) {
  const failed = [];
  const failures = [];
  const run = async ([name, args]) => {
    const { code, output } = await exec(node, args, { capture: true, env: withNodeOnPath(node) });
    if (code === 0) {
      // A passed check may print advice.
      if (name === 'generated files' && output.trim() !== '') process.stdout.write(`${output.trim()}\n`);
      return;
    }
    failed.push(name);
    failures.push(failureText(name, output));
    process.stdout.write(`\n── ${name} ──\n${output.trim()}\n`);
  };
  for (const check of FIRST) await run(check);
  await Promise.all(THEN.map(run));
  const total = FIRST.length + THEN.length;
  say(failed.length === 0 ? `checks: all ${total} pass` : `checks: ${failed.join(', ')} failed`);
  return { passed: total - failed.length, failed: failed.length, skipped: 0, failures };
}

/** Formats the tree. Twice, because the second pass can still change a line of the first. */
export async function format(node) {
  const first = await exec(node, [OXFMT, '.'], { env: withNodeOnPath(node) });
  return first.code || (await exec(node, [OXFMT, '.'], { env: withNodeOnPath(node) })).code;
}
