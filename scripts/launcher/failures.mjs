import { stripVTControlCharacters } from 'node:util';

/**
 * The failed tests of a run, for the end of its output: who reads only the end of a log must learn what failed.
 * Each is the test's name and the first lines of what it said.
 */

const SHOWN_LINES = 6;

/** @param report what vitest's `json` reporter wrote */
export function failedInVitest(report, root) {
  return report.testResults.flatMap((file) => {
    const name = file.name.replace(`${root}/`, '');
    const tests = file.assertionResults
      .filter(({ status }) => status === 'failed')
      .map((test) => failureText(`${name} › ${test.fullName}`, test.failureMessages[0]));
    // A file that breaks outside its tests has none that failed.
    return tests.length === 0 && file.status === 'failed' ? [failureText(name, file.message)] : tests;
  });
}

/** @param report what Playwright's `json` reporter wrote */
export function failedInPlaywright(report) {
  const inSuite = (suite) => [...(suite.suites ?? []).flatMap(inSuite), ...(suite.specs ?? []).flatMap(inSpec)];
  const inSpec = (spec) =>
    spec.tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map((test) =>
        failureText(
          `[${test.projectName}] ${spec.file}:${spec.line} › ${spec.title}`,
          test.results.find(({ error }) => error)?.error.message,
        ),
      );
  return [
    ...report.suites.flatMap(inSuite),
    ...report.errors.map(({ message }) => failureText('outside the tests', message)),
  ];
}

/** One failure: a name, and the first lines of what was said. */
export function failureText(name, message = 'no message') {
  const lines = stripVTControlCharacters(message)
    .split('\n')
    .filter((line) => line.trim() !== '');
  return [`✗ ${name}`, ...lines.slice(0, SHOWN_LINES).map((line) => `    ${line}`)].join('\n');
}
