import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ensureChromium } from './browser.mjs';
import { ensureBuilt } from './build.mjs';
import { runChecks } from './checks.mjs';
import { exec } from './exec.mjs';
import { failedInPlaywright, failedInVitest, failureText } from './failures.mjs';
import { withNodeOnPath } from './runtime.mjs';
import { Fault, ROOT, say } from './say.mjs';

/** The suites of vitest.config.ts that `npm test` runs. The last one runs only in `npm run test:full`. */
const VITEST = ['unit', 'house', 'flow', 'full'];
/** Suites that run the product. */
const NEED_BUILD = ['flow', 'full', 'browser'];

/**
 * `npm test`: checks, unit, house, flow and browser tests. Arguments select suites (`npm test -- unit browser`). A
 * failed suite does not stop the next ones. Prints the failures and a summary line, and returns the exit code.
 */
export async function test(node, names, { full = false } = {}) {
  const all = ['check', 'unit', 'house', 'flow', ...(full ? ['full'] : []), 'browser'];
  const wanted = names.length > 0 ? names : all;
  const unknown = wanted.filter((name) => ![...all, 'full'].includes(name));
  if (unknown.length > 0) throw new Fault(`There is no suite "${unknown[0]}". There are: ${all.join(', ')}, full.`);

  const reports = mkdtempSync(path.join(tmpdir(), 'cairn-reports-'));
  const env = withNodeOnPath(node, {
    ...cleanEnvironment(),
    CAIRN_TEST_REPORTS: reports,
    ...(full ? { CAIRN_TEST_FULL: '1' } : {}),
  });
  const total = { passed: 0, failed: 0, skipped: 0 };
  const failures = [];
  const add = async (name, run) => {
    const since = Date.now();
    const result = await attempt(name, run);
    for (const key of Object.keys(total)) total[key] += result[key];
    failures.push(...(result.failures ?? []));
    say(`${name}: ${line(result)} in ${Math.round((Date.now() - since) / 1000)} s`);
    return result.failed === 0;
  };
  let runnable = wanted;

  if (wanted.includes('check')) await add('check', () => runChecks(node));
  if (wanted.some((name) => NEED_BUILD.includes(name))) {
    const built = await add('build', async () => {
      await ensureBuilt(node);
      return { passed: 1, failed: 0, skipped: 0 };
    });
    // Without built pages nothing starts: one failure is clearer than hundreds.
    if (!built) runnable = wanted.filter((name) => !NEED_BUILD.includes(name));
  }
  const projects = VITEST.filter((name) => runnable.includes(name));
  if (projects.length > 0) await add(projects.join(', '), () => runVitest(node, projects, { env, reports }));
  if (runnable.includes('browser')) await add('browser', () => runPlaywright(node, { env, reports }));

  rmSync(reports, { recursive: true, force: true });
  if (failures.length > 0) process.stdout.write(`\n${failures.join('\n\n')}\n`);
  process.stdout.write(`\n${line(total)}\n`);
  return total.failed > 0 || total.passed === 0 ? 1 : 0;
}

/** Tests bring their own configuration, so variables for `npm start` must not reach them. */
function cleanEnvironment() {
  // `.env.example` lists every variable of the store.
  const listed = readFileSync(path.join(ROOT, '.env.example'), 'utf8').matchAll(/^#?([A-Z][A-Z0-9_]+)=/gm);
  const ours = new Set(Array.from(listed, ([, name]) => name));
  return Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => name.startsWith('CAIRN_TEST_') || !(ours.has(name) || /^(CAIRN_|OTEL_)/.test(name)),
    ),
  );
}

async function attempt(name, run) {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    say(`${name}: ${error.message}`);
    return { passed: 0, failed: 1, skipped: 0, failures: [failureText(name, error.message)] };
  }
}

async function runVitest(node, projects, { env, reports }) {
  const report = path.join(reports, 'vitest.json');
  const { code } = await exec(
    node,
    [
      'node_modules/vitest/vitest.mjs',
      'run',
      ...projects.flatMap((name) => ['--project', name]),
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
    ],
    { env },
  );
  const written = read(report);
  if (!written) return noReport(projects.join(', '));
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, numFailedTestSuites } = written;
  // A file that fails outside its tests, or an uncaught error, fails no single test.
  const failed = numFailedTests || (code === 0 ? 0 : Math.max(1, numFailedTestSuites));
  const failures = failedInVitest(written, ROOT);
  if (failed > 0 && failures.length === 0)
    failures.push(failureText(projects.join(', '), 'An error outside the tests: see above.'));
  return { passed: numPassedTests, failed, skipped: numPendingTests + numTodoTests, failures };
}

async function runPlaywright(node, { env, reports }) {
  const chromium = await ensureChromium(node);
  const report = path.join(reports, 'playwright.json');
  const { code } = await exec(node, ['node_modules/@playwright/test/cli.js', 'test'], {
    env: { ...env, CHROMIUM_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_NAME: report },
  });
  const written = read(report);
  if (!written) return noReport('browser');
  const { expected, unexpected, flaky, skipped } = written.stats;
  return {
    passed: expected,
    failed: unexpected + flaky || (code === 0 ? 0 : 1),
    skipped,
    failures: failedInPlaywright(written),
  };
}

const noReport = (name) => ({
  passed: 0,
  failed: 1,
  skipped: 0,
  failures: [failureText(name, 'It ended without a report: see above.')],
});

function read(report) {
  return existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : undefined;
}

function line({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed, ${skipped} skipped`;
}
