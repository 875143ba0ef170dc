import { startTestCluster } from './cluster.ts';

/** Vitest and Playwright call this once per run, and call the returned function at the end. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  return startTestCluster();
}
