import { stripVTControlCharacters } from 'node:util';

/**
 * The failed tests of a run, printed last, so that the end of a log names them: each with the first lines of its error.
 */

const SHOWN_LINES = 6;

/** @param report the output of vitest's `json` reporter */
export function failedInVitest(report, root) {
  return report.testResults.flatMap((file) => {
    const name = file.name.replace(`${root}/`, '');
    const tests = file.assertionResults
      .filter(({ status }) => status === 'failed')
      .map((test) => failureText(`${name} › ${test.fullName}`, test.failureMessages[0]));
    // A file that fails outside its tests has no failed test.
    return tests.length === 0 && file.status === 'failed' ? [failureText(name, file.message)] : tests;
  });
}

/** @param report the output of Playwright's `json` reporter */
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

/** One failure: a name, and the first lines of its message. */
export function failureText(name, message = 'no message') {
  const lines = stripVTControlCharacters(message)
    .split('\n')
    .filter((line) => line.trim() !== '');
  return [`✗ ${name}`, ...lines.slice(0, SHOWN_LINES).map((line) => `    ${line}`)].join('\n');
}
