import { deleteApp, initializeApp } from 'firebase/app';
import { inMemoryPersistence, initializeAuth, type Auth, type Persistence } from 'firebase/auth';
import { randomUUID } from 'node:crypto';

/** The stock SDK, configured as on the site. Without a storage it keeps its state in memory. */
export function sdkClient(
  url: string,
  options: { apiKey?: string; storage?: Map<string, unknown> } = {},
): Auth & { close(): Promise<void> } {
  const app = initializeApp({ apiKey: options.apiKey ?? 'cairn-web', projectId: 'cairn' }, randomUUID());
  const auth = initializeAuth(app, {
    persistence: options.storage ? persistenceIn(options.storage) : inMemoryPersistence,
  });
  const { host, protocol } = new URL(url);
  Object.assign(auth.config, {
    apiScheme: protocol.replace(':', ''),
    apiHost: `${host}/identity`,
    tokenApiHost: `${host}/identity`,
  });
  return Object.assign(auth, { close: () => deleteApp(app) });
}

/**
 * A browser storage that a test can read, copy and share with a second tab. It implements the SDK's internal
 * persistence interface.
 */
function persistenceIn(storage: Map<string, unknown>): Persistence {
  // The SDK's keys end in the app name, which differs between clients.
  const shared = (key: string) => key.replace(/:[^:]*$/, '');
  class TestStorage {
    static readonly type = 'LOCAL';
    readonly type = 'LOCAL';
    async _isAvailable() {
      return true;
    }
    async _set(key: string, value: unknown) {
      storage.set(shared(key), structuredClone(value));
    }
    async _get(key: string) {
      return structuredClone(storage.get(shared(key)) ?? null);
    }
    async _remove(key: string) {
      storage.delete(shared(key));
    }
    _addListener() {}
    _removeListener() {}
  }
  return TestStorage as unknown as Persistence;
}
