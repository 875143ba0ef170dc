import { exec } from './exec.mjs';
import { failureText } from './failures.mjs';
import { withNodeOnPath } from './runtime.mjs';
import { say } from './say.mjs';

const OXFMT = 'node_modules/oxfmt/bin/oxfmt';

/** The checks that need no running product. Typegen goes first: the type check reads what it writes. */
const FIRST = [['route types', ['node_modules/@react-router/dev/bin.cjs', 'typegen', 'store']]];
const THEN = [
  ['types', ['node_modules/typescript-compiler/bin/tsc', '--noEmit', '-p', '.']],
  ['lint and import rules', ['node_modules/oxlint/bin/oxlint', '--deny-warnings']],
  ['formatting', [OXFMT, '--check', '.']],
  ['unused code and dependencies', ['node_modules/knip/bin/knip.js', '--no-progress']],
  ['generated files', ['scripts/gen.ts', '--check']],
];

/** Runs all checks, shows what failing ones say, and counts them like tests. */
export async function runChecks(node) {
  const failed = [];
  const failures = [];
  const run = async ([name, args]) => {
    const { code, output } = await exec(node, args, { capture: true, env: withNodeOnPath(node) });
    if (code === 0) {
      // A check that passes may have a word of advice.
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

/** Formats the tree as the check wants it. Twice: the first pass can leave a line that the second would still change. */
export async function format(node) {
  const first = await exec(node, [OXFMT, '.'], { env: withNodeOnPath(node) });
  return first.code || (await exec(node, [OXFMT, '.'], { env: withNodeOnPath(node) })).code;
}
