import { runFromCommandLine } from '../kit/command-line.ts';
import { start } from './server.ts';

await runFromCommandLine({
  flags: ['client-id', 'client-secret'],
  start: ({ port, dataDir, required }) =>
    start({ port, dataDir, clientId: required('client-id'), clientSecret: required('client-secret') }),
});
