import { runFromCommandLine } from '../kit/command-line.ts';
import { start } from './server.ts';

await runFromCommandLine({
  flags: ['smtp-port', 'forward-domain', 'forward-url', 'forward-secret'],
  start: ({ port, dataDir, optional, required }) =>
    start({
      port,
      dataDir,
      smtpPort: Number(optional('smtp-port') ?? 0),
      ...(optional('forward-domain') !== undefined && {
        forward: {
          domain: required('forward-domain'),
          url: required('forward-url'),
          secret: required('forward-secret'),
        },
      }),
    }),
});
