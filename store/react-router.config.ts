import type { Config } from '@react-router/dev/config';

export default {
  appDirectory: 'src/web',
  ssr: true,
  // All routes travel in one hashed file: no call to /__manifest for every link on a page.
  routeDiscovery: { mode: 'initial' },
} satisfies Config;
