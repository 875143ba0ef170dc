import { runFromCommandLine } from '../kit/command-line.ts';
import { start } from './server.ts';

await runFromCommandLine({
  flags: ['smtp-port'],
  start: ({ port, dataDir, optional }) => start({ port, dataDir, smtpPort: Number(optional('smtp-port') ?? 0) }),
});
