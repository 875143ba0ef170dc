import type { Adapter, AdapterPayload } from 'oidc-provider';

/** oidc-provider's storage of one kind, in memory: pending sign-ins end with the process. */
export function createStorage(): (name: string) => Adapter {
  const kinds = new Map<string, Map<string, AdapterPayload>>();

  return (name) => {
    const rows = kinds.get(name) ?? new Map<string, AdapterPayload>();
    kinds.set(name, rows);
    const by = (field: 'uid' | 'userCode', value: string) => [...rows.values()].find((row) => row[field] === value);
    return {
      async upsert(id, payload) {
        rows.set(id, payload);
      },
      find: async (id) => rows.get(id),
      findByUid: async (uid) => by('uid', uid),
      findByUserCode: async (code) => by('userCode', code),
      async consume(id) {
        const row = rows.get(id);
        if (row) row.consumed = Math.floor(Date.now() / 1000);
      },
      async destroy(id) {
        rows.delete(id);
      },
      async revokeByGrantId(grantId) {
        for (const [id, row] of rows) if (row.grantId === grantId) rows.delete(id);
      },
    };
  };
}
