import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase, type Database } from '#src/db/database.ts';
import { createAuthenticator } from '#test/support/authenticator.ts';
import { freshDatabase } from '#test/support/database.ts';
import { createPasskeys, type Passkeys } from './passkeys.ts';

/** Invalid answers of authenticators. */
const SITE = 'https://store.example';
let file: Awaited<ReturnType<typeof freshDatabase>>;
let database: Database;
let passkeys: Passkeys;

beforeAll(async () => {
  file = await freshDatabase();
  database = openDatabase(file.url, { max: 4, onError: () => undefined });
  passkeys = createPasskeys({ db: database.db, publicUrl: SITE });
});
afterAll(async () => {
  await database.close();
  await file.drop();
});

const REFUSED = /^passkey-(refused|unknown|expired)$/;

test('any invalid answer is refused without a server error; its challenge is used up', async () => {
  const authenticator = createAuthenticator(SITE);
  const anything = fc.oneof(fc.jsonValue(), fc.base64String(), fc.string());
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(
        'clientDataJSON',
        'authenticatorData',
        'signature',
        'userHandle',
        'attestationObject',
        'id',
        'type',
      ),
      anything,
      fc.boolean(),
      async (field, value, enrols) => {
        const { ceremony, options } = await passkeys.beginSignIn(null);
        const honest = authenticator.get(options);
        const response = (
          field in honest
            ? { ...honest, [field]: field === 'id' ? Buffer.from(String(value)).toString('base64url') : value }
            : { ...honest, response: { ...honest.response, [field]: value } }
        ) as { id: string };
        const check = () =>
          enrols
            ? passkeys.checkEnrolment(crypto.randomUUID(), { ceremony, response })
            : passkeys.checkSignIn({ ceremony, response });
        await expect(check()).rejects.toMatchObject({ code: expect.stringMatching(REFUSED) });
        if (!enrols) await expect(check()).rejects.toMatchObject({ code: 'passkey-expired' });
      },
    ),
    { numRuns: 60 },
  );
});
