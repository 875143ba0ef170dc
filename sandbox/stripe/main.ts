import { runFromCommandLine } from '../kit/command-line.ts';
import { start } from './server.ts';

await runFromCommandLine({
  flags: ['secret-key', 'webhook-secret', 'webhook-url', 'merchant'],
  start: ({ port, dataDir, optional, required }) =>
    start({
      port,
      dataDir,
      secretKey: required('secret-key'),
      webhookSecret: required('webhook-secret'),
      webhookUrl: optional('webhook-url'),
      merchant: optional('merchant'),
    }),
});
