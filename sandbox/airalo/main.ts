import { runFromCommandLine } from '../kit/command-line.ts';
import { start } from './server.ts';

await runFromCommandLine({
  flags: ['client-id', 'client-secret', 'webhook-url'],
  start: ({ port, dataDir, optional, required }) => {
    const webhookUrl = optional('webhook-url');
    return start({
      port,
      dataDir,
      clientId: required('client-id'),
      clientSecret: required('client-secret'),
      ...(webhookUrl && { webhookUrl }),
    });
  },
});
