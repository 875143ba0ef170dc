import { runFromCommandLine } from '../kit/command-line.ts';
import { start } from './server.ts';

await runFromCommandLine({
  flags: ['account-sid', 'auth-token'],
  start: ({ port, dataDir, required }) =>
    start({ port, dataDir, accountSid: required('account-sid'), authToken: required('auth-token') }),
});
