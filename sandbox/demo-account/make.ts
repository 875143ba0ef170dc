import { loadConfig } from '#src/config/config.ts';
import { createLog } from '#src/log.ts';
import { openStore } from '#src/open-store.ts';
import { modeFacts } from '#src/shared/mode.ts';
import { ensureDemoAccount } from './demo-account.ts';
import { ensureSecondSources } from './second-sources.ts';

/**
 * Writes what the sandbox shows into the database of this configuration, before the store starts: the second sources of
 * plans, and the demo account. It migrates the database and updates the catalogue itself. Returns the credentials.
 */
export async function makeDemoAccount(
  env: Record<string, string | undefined>,
): Promise<{ email: string; password: string }> {
  const config = loadConfig(env);
  if (!modeFacts(config.mode).isLocal) throw new Error('the demo account belongs to the sandbox');
  const closers: (() => Promise<unknown>)[] = [];
  try {
    const services = await openStore(config, {
      log: createLog('warn'),
      onClose: (close) => void closers.push(close),
    });
    await ensureSecondSources(services);
    return await ensureDemoAccount(services);
  } finally {
    for (const close of closers.reverse()) await close();
  }
}
