import { loadConfig } from '#src/config/config.ts';
import { createLog } from '#src/log.ts';
import { openStore } from '#src/open-store.ts';
import { ensureDemoAccount } from './demo-account.ts';

/**
 * Makes the demo account, or brings it up to date, in the database of a store that is configured so, before that store
 * starts: it brings the tables and the catalogue up to date itself. Answers how to sign in to it.
 */
export async function makeDemoAccount(
  env: Record<string, string | undefined>,
): Promise<{ email: string; password: string }> {
  const config = loadConfig(env);
  if (config.mode !== 'sandbox') throw new Error('the demo account belongs to the sandbox');
  const closers: (() => Promise<unknown>)[] = [];
  try {
    const services = await openStore(config, {
      log: createLog('warn'),
      onClose: (close) => void closers.push(close),
    });
    return await ensureDemoAccount(services);
  } finally {
    for (const close of closers.reverse()) await close();
  }
}
