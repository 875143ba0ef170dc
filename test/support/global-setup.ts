import { startTestCluster } from './cluster.ts';

/** Vitest and Playwright call this once per run; what it answers is called at the end. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  return startTestCluster();
}
