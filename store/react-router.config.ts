import type { Config } from '@react-router/dev/config';

export default {
  appDirectory: 'src/web',
  ssr: true,
  // All routes are in one hashed file, so links need no call to /__manifest.
  routeDiscovery: { mode: 'initial' },
} satisfies Config;
