import { createUserWithEmailAndPassword, multiFactor } from 'firebase/auth';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sdkClient } from '#test/support/auth-client.ts';
import { API_KEY, startIdentity, type IdentityWorld } from '#test/support/identity.ts';

const PASSWORD = 'correct horse';
let world: IdentityWorld;
let auth: ReturnType<typeof sdkClient>;

beforeAll(async () => {
  world = await startIdentity();
  auth = sdkClient(world.url, { apiKey: API_KEY });
});
afterAll(async () => {
  await auth.close();
  await world.stop();
});

describe('a phone as a second factor', () => {
  // Over the wire, because the SDK's build for Node has no phone provider.
  type Answer = Record<string, { sessionInfo: string }> & { error?: { message: string } };
  const post = async (call: string, body: object) =>
    (await world.call(`v2/accounts/${call}`, body)).json as unknown as Answer & Record<string, string>;
  let numbers = 0;

  async function withPhone() {
    const email = `person-${++numbers}@example.com`;
    const { user } = await createUserWithEmailAndPassword(auth, email, PASSWORD);
    await world.pool.query('update accounts set email_verified = true where email = $1', [email]);
    const number = `+336130${String(numbers).padStart(5, '0')}`;
    const idToken = await user.getIdToken();
    const start = () => post('mfaEnrollment:start', { idToken, phoneEnrollmentInfo: { phoneNumber: number } });
    const { sessionInfo } = (await start())['phoneSessionInfo']!;
    const phoneVerificationInfo = { sessionInfo, code: world.textedCode(number) };
    await post('mfaEnrollment:finalize', { idToken, displayName: 'Texts', phoneVerificationInfo });
    // Skips the pause between two texts.
    await world.pool.query('delete from rate_limits');
    const pending = (await world.call('v1/accounts:signInWithPassword', { email, password: PASSWORD })).json;
    const [info] = pending.mfaInfo as unknown as { mfaEnrollmentId: string; phoneInfo: string }[];
    const mfaPendingCredential = pending.mfaPendingCredential!;
    const ask = async () =>
      (
        await post('mfaSignIn:start', {
          mfaPendingCredential,
          mfaEnrollmentId: info!.mfaEnrollmentId,
          phoneSignInInfo: {},
        })
      )['phoneResponseInfo']!.sessionInfo;
    return { user, number, start, info: info!, ask, mfaPendingCredential };
  }

  test('is enrolled and required at the next sign-in; its number is masked until then', async () => {
    const { user, number, info, ask, mfaPendingCredential } = await withPhone();
    expect(info).toMatchObject({ displayName: 'Texts', phoneInfo: `+*******${number.slice(-4)}` });
    await user.reload();
    expect(multiFactor(user).enrolledFactors).toMatchObject([{ factorId: 'phone', phoneNumber: number }]);
    const sessionInfo = await ask();
    const code = world.textedCode(number);
    const finish = (given: string) =>
      post('mfaSignIn:finalize', { mfaPendingCredential, phoneVerificationInfo: { sessionInfo, code: given } });
    const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0');
    expect((await finish(wrong)).error!.message).toBe('INVALID_CODE');
    const { idToken } = await finish(code);
    expect(decodeJwt(idToken!)).toMatchObject({
      firebase: { sign_in_second_factor: 'phone', second_factor_identifier: info.mfaEnrollmentId },
    });
  });

  test('cannot be added twice, and its code opens nothing else', async () => {
    const { number, start, ask } = await withPhone();
    expect((await start()).error!.message).toBe(
      'SECOND_FACTOR_EXISTS : Phone number already enrolled as second factor for this account.',
    );
    const sessionInfo = await ask();
    const { json } = await world.call('v1/accounts:signInWithPhoneNumber', {
      sessionInfo,
      code: world.textedCode(number),
    });
    expect(json.error.message).toBe('INVALID_SESSION_INFO');
  });
});
