import { codeOf } from '#src/shared/errors.ts';
import { makeDemoAccount } from './make.ts';

/**
 * `node sandbox/demo-account/main.ts`, with the environment of a store, gives its plans second sources, creates its demo account and
 * prints the credentials as one line of JSON. Exit code 78: the fault on stderr would also stop the store.
 */
try {
  process.stdout.write(`${JSON.stringify(await makeDemoAccount(process.env))}\n`);
} catch (error) {
  const { message, stack } = error as Error;
  const needsMending = ['config-error', 'startup-error'].includes(codeOf(error) ?? '');
  process.stderr.write(`${needsMending ? message : (stack ?? message)}\n`);
  process.exitCode = needsMending ? 78 : 1;
}
