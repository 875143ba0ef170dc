import { runFromCommandLine } from '../kit/command-line.ts';
import { start } from './server.ts';

await runFromCommandLine({
  flags: ['access-code', 'secret-key', 'webhook-url'],
  start: ({ port, dataDir, optional, required }) => {
    const webhookUrl = optional('webhook-url');
    return start({
      port,
      dataDir,
      accessCode: required('access-code'),
      secretKey: required('secret-key'),
      ...(webhookUrl && { webhookUrl }),
    });
  },
});
