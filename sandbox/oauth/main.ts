import { runFromCommandLine } from '../kit/command-line.ts';
import { start } from './server.ts';

await runFromCommandLine({
  flags: ['google-client-id', 'google-client-secret', 'facebook-app-id', 'facebook-app-secret', 'redirect-uri'],
  start: ({ port, dataDir, required }) =>
    start({
      port,
      dataDir,
      googleClientId: required('google-client-id'),
      googleClientSecret: required('google-client-secret'),
      facebookAppId: required('facebook-app-id'),
      facebookAppSecret: required('facebook-app-secret'),
      redirectUri: required('redirect-uri'),
    }),
});
