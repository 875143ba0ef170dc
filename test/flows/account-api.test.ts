import { sql } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AccountPage } from '#src/http/api/account-views.ts';
import { LEGAL_VERSIONS } from '#src/shared/legal.ts';
import { rows } from '#test/support/books.ts';
import { createAccount, GOOD_PASSWORD } from '#test/support/accounts.ts';
import { becomes, order } from '#test/support/shop.ts';
import { CARDS, messages, payHosted, until } from '#test/support/wire.ts';
import { memoryOf } from '#test/support/process.ts';
import { startBuiltWorld, type World } from '#test/support/world.ts';

let world: World;

beforeAll(async () => {
  world = await startBuiltWorld();
});
afterAll(() => world.close());

const wire = async (call: string, body: object, headers: Record<string, string> = {}) => {
  const answer = await fetch(`${world.app.url}/identity/v1/accounts:${call}?key=cairn-web`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  return (await answer.json()) as Record<string, string> & { error?: { message: string } };
};
const api = (path: string, idToken: string | null, init: RequestInit = {}) =>
  fetch(`${world.app.url}/api/account${path}`, {
    ...init,
    headers: {
      ...(idToken === null ? {} : { authorization: `Bearer ${idToken}` }),
      ...(init.headers as Record<string, string>),
    },
  });
const page = async (idToken: string) => (await (await api('', idToken)).json()) as AccountPage;

test('every call without a token is refused', async () => {
  for (const [path, method] of [
    ['', 'GET'],
    ['/sign-out-everywhere', 'POST'],
    ['/export', 'GET'],
    ['/photo', 'PUT'],
    ['/photo', 'DELETE'],
  ] as const) {
    expect((await api(path, null, { method })).status, path).toBe(401);
    expect((await api(path, 'x.y.z', { method })).status, path).toBe(401);
  }
});

test('lists the account and its sessions, marks this one, and ends them all', async () => {
  const { email, idToken } = await createAccount(world.app);
  const phone = await wire(
    'signInWithPassword',
    { email, password: GOOD_PASSWORD },
    {
      'user-agent':
        'Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1',
    },
  );
  const { account, sessions } = await page(phone['idToken']!);
  expect(account).toEqual({
    localId: expect.any(String),
    email,
    emailVerified: false,
    phoneNumber: null,
    displayName: null,
    photoUrl: null,
    hasPassword: true,
    locale: 'en',
    createdAt: expect.any(String),
    providers: [],
  });
  expect(sessions.map(({ device, current, provider }) => [device, current, provider])).toEqual([
    ['Safari, iPhone', true, 'password'],
    ['', false, 'password'],
  ]);

  const left = await api('/sign-out-everywhere', idToken, { method: 'POST' });
  expect([left.status, await left.json()]).toEqual([200, { ways: ['password', 'emailLink'] }]);
  for (const token of [idToken, phone['idToken']!]) expect((await api('', token)).status).toBe(401);
  const again = await wire('signInWithPassword', { email, password: GOOD_PASSWORD });
  expect((await page(again['idToken']!)).sessions).toHaveLength(1);
});

test('the language of mails belongs to the account', async () => {
  const { email, idToken } = await createAccount(world.app);
  const put = (body: unknown) =>
    api('/locale', idToken, {
      method: 'PUT',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    });
  const { account } = (await (await put({ locale: 'fr' })).json()) as AccountPage;
  expect(account.locale).toBe('fr');
  expect((await page(idToken)).account.locale).toBe('fr');
  // From a browser that has not signed in to this account before.
  await wire('signInWithPassword', { email, password: GOOD_PASSWORD });
  await until(
    async () => (await messages(world.mail, email)).some(({ subject }) => subject.startsWith('Nouvelle connexion')),
    { what: 'the mail in French' },
  );

  for (const body of [{ locale: 'de' }, {}, { locale: 'fr', localId: 'x' }])
    expect((await put(body)).status, JSON.stringify(body)).toBe(400);
  expect(
    (
      await api('/locale', 'x.y.z', {
        method: 'PUT',
        body: '{"locale":"en"}',
        headers: { 'content-type': 'application/json' },
      })
    ).status,
  ).toBe(401);
  expect((await page(idToken)).account.locale).toBe('fr');
});

describe('the photo', () => {
  const put = (idToken: string, body: RequestInit['body'], type: string) =>
    api('/photo', idToken, { method: 'PUT', body, headers: { 'content-type': type } });
  const picture = sharp({ create: { width: 900, height: 400, channels: 3, background: '#0052FF' } });

  test('is re-encoded, served immutable under its hash, replaced and removed', async () => {
    const { idToken } = await createAccount(world.app);
    const jpeg = await picture
      .clone()
      .withExif({ IFD0: { Copyright: 'somebody' } })
      .jpeg()
      .toBuffer();
    const { account } = (await (await put(idToken, new Uint8Array(jpeg), 'image/jpeg')).json()) as AccountPage;
    expect(account.photoUrl).toMatch(new RegExp(`^${world.services.config.publicUrl}/photos/[0-9a-f]{64}\\.webp$`));
    const served = await fetch(account.photoUrl!);
    expect([served.headers.get('content-type'), served.headers.get('cache-control')]).toEqual([
      'image/webp',
      'private, max-age=31536000, immutable',
    ]);
    const bytes = Buffer.from(await served.arrayBuffer());
    const { format, width, height, exif } = await sharp(bytes).metadata();
    expect([format, width, height, exif]).toEqual(['webp', 256, 256, undefined]);
    expect((await wire('lookup', { idToken }))['users']).toMatchObject([{ photoUrl: account.photoUrl }]);

    await put(idToken, new Uint8Array(await picture.clone().negate().png().toBuffer()), 'image/png');
    expect((await fetch(account.photoUrl!)).status).toBe(404);
    const cleared = (await (await api('/photo', idToken, { method: 'DELETE' })).json()) as AccountPage;
    expect(cleared.account.photoUrl).toBeNull();
  });

  test('is refused when it is no supported picture or too large', async () => {
    const { idToken } = await createAccount(world.app);
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>';
    for (const [body, type] of [
      [svg, 'image/svg+xml'],
      [svg, 'image/png'],
      ['', 'image/png'],
      ['nonsense', 'image/webp'],
      ['{}', 'application/json'],
    ] as const) {
      const refused = await put(idToken, body, type);
      expect(refused.status, type).toBe(400);
      expect(await refused.json()).toMatchObject({ error: { code: 'invalid-input', field: 'photo' } });
    }
    expect((await put(idToken, new Uint8Array(5 * 1024 * 1024 + 1), 'image/png')).status).toBe(413);
    for (const file of ['nonsense', `${'0'.repeat(64)}.webp`, '../etc/passwd.webp'])
      expect((await fetch(`${world.app.url}/photos/${file}`)).status, file).toBe(404);
  });
});

describe('a decompression bomb', () => {
  const put = (idToken: string, body: Uint8Array<ArrayBuffer>) =>
    api('/photo', idToken, { method: 'PUT', body, headers: { 'content-type': 'image/jpeg' } });

  test('a small progressive picture of 60 megapixels is refused by its header; 24 uploads at once do not grow the memory', async () => {
    const plain = sharp({ create: { width: 7_740, height: 7_740, channels: 3, background: '#0052FF' } });
    const bomb = new Uint8Array(await plain.jpeg({ progressive: true }).toBuffer());
    expect(bomb.length).toBeLessThan(1_000_000);
    const people = await Promise.all([createAccount(world.app), createAccount(world.app)]);
    const before = await memoryOf(world.pid);
    const answers = await Promise.all(
      Array.from({ length: 24 }, (_each, turn) => put(people[turn % people.length]!.idToken, bomb)),
    );
    expect(answers.filter(({ status }) => status !== 400)).toEqual([]);
    expect((await memoryOf(world.pid)) - before).toBeLessThan(200_000_000);
  });

  test('uploads have their own rate limit', async () => {
    const { idToken } = await createAccount(world.app);
    const statuses: number[] = [];
    for (let turn = 0; turn < 21; turn += 1) statuses.push((await put(idToken, new Uint8Array(3))).status);
    expect(statuses).toEqual([...Array<number>(20).fill(400), 429]);
  });

  test('a photo and its URL are stored in one transaction', async () => {
    const { idToken, email } = await createAccount(world.app);
    await world.db.execute(sql`
      create function no_photo() returns trigger language plpgsql as 'begin raise exception ''no''; end';
      create trigger no_photo before update of photo_url on accounts for each row execute function no_photo()`);
    const small = sharp({ create: { width: 9, height: 9, channels: 3, background: '#0052FF' } });
    expect((await put(idToken, new Uint8Array(await small.jpeg().toBuffer()))).status).toBe(500);
    await world.db.execute(sql`drop function no_photo cascade`);
    expect(
      await rows(
        world,
        sql`select 1 from account_photos join accounts on accounts.id = account_id where email = ${email}`,
      ),
    ).toEqual([]);
  });
});

describe('personal data', () => {
  async function customer() {
    const account = await createAccount(world.app);
    const headers = { authorization: `Bearer ${account.idToken}` };
    const buyer = await order(world.app, { email: account.email }, headers);
    await payHosted(buyer.paymentUrl, CARDS.good);
    const ready = await becomes(world.app, buyer, 'fulfilled');
    return { ...account, buyer, ready };
  }

  test('is exported as a file with account, orders, eSIMs, consents and the log of this account only', async () => {
    const { idToken, email, ready } = await customer();
    const answer = await api('/export', idToken);
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename=".+\.json"$/);
    const file = (await answer.json()) as Record<string, unknown>;
    expect(file).toMatchObject({
      account: { email, emailVerified: false, sessions: [{ provider: 'password' }] },
      orders: [
        {
          number: ready.number,
          status: 'fulfilled',
          email,
          total: { amount: 1100, currency: 'USD' },
          line: { planId: 'france-3gb' },
        },
      ],
      esims: [{ order: ready.number, iccid: ready.esim!.iccid, activationCode: ready.esim!.activationCode }],
      consents: [
        {
          order: ready.number,
          kind: 'device-supports-esim',
          at: expect.any(String),
          textVersion: 1,
          text: 'My phone supports eSIM and is unlocked',
        },
        ...(['terms', 'refund', 'privacy'] as const).map((name) => ({
          order: ready.number,
          kind: `accepted-${name}`,
          at: expect.any(String),
          textVersion: LEGAL_VERSIONS[name],
          text: `${world.services.config.publicUrl}/legal/${name}/${LEGAL_VERSIONS[name]}`,
        })),
      ],
      securityEvents: [{ kind: 'signed-up' }],
    });
    expect(JSON.stringify(file)).not.toMatch(/argon2|passwordHash|Sealed/);
    expect(Object.keys(file).sort()).toEqual([
      'account',
      'autoTopUps',
      'consents',
      'documents',
      'esims',
      'guestOrders',
      'mails',
      'noticeChoices',
      'notices',
      'orders',
      'refundRequests',
      'replacements',
      'securityEvents',
      'texts',
      'tickets',
      'withdrawals',
    ]);
  });

  test('needs a recent sign-in; a refreshed token of an old sign-in is refused', async () => {
    const { email } = await createAccount(world.app);
    const { localId, refreshToken } = await wire('signInWithPassword', { email, password: GOOD_PASSWORD });
    await world.db.execute(sql`update sessions set created_at = now() - interval '301 seconds'
      where account_id = (select id from accounts where local_id = ${localId})`);
    const answer = await fetch(`${world.app.url}/identity/v1/token?key=cairn-web`, {
      method: 'POST',
      body: new URLSearchParams({ grant_type: 'refresh_token', refresh_token: refreshToken! }),
    });
    const { id_token: idToken } = (await answer.json()) as { id_token: string };
    expect((await page(idToken)).recentLoginSeconds).toBe(0);
    const refused = await api('/export', idToken);
    expect([refused.status, await refused.json()]).toMatchObject([403, { error: { code: 'requires-recent-login' } }]);

    const again = await wire('signInWithPassword', { email, password: GOOD_PASSWORD });
    expect((await page(again['idToken']!)).recentLoginSeconds).toBeGreaterThan(0);
    expect((await api('/export', again['idToken']!)).status).toBe(200);
  });

  test('is deleted with the account; the books keep amounts and dates under a pseudonym', async () => {
    const { idToken, email, buyer } = await customer();
    await until(async () => (await messages(world.mail, email)).some(({ subject }) => /eSIM is ready/.test(subject)), {
      what: 'the mail with the eSIM',
    });
    await world.db.execute(sql`update order_lines set place_slug = 'japan' where order_id = ${buyer.order.id}`);
    expect(await wire('delete', { idToken })).toEqual({ kind: 'identitytoolkit#DeleteAccountResponse' });
    const [row] = (
      await world.db.execute(
        sql`select account_id, email, email_key, total_amount, orders.status, place_slug from orders join order_lines on order_id = orders.id where orders.id = ${buyer.order.id}`,
      )
    ).rows;
    expect(row).toMatchObject({
      account_id: null,
      email: expect.stringMatching(/^deleted-[0-9a-f-]{36}@invalid$/),
      total_amount: 1100,
      status: 'fulfilled',
      place_slug: null,
    });
    await until(
      async () => (await messages(world.mail, email)).some(({ subject }) => subject === 'Your account was deleted'),
      { what: 'the last mail' },
    );
    await until(
      async () => {
        const left = await world.db.execute(
          sql`select (select count(*) from mails where recipient = ${email})::int + (select count(*) from orders where email = ${email})::int + (select count(*) from accounts where email = ${email})::int as n`,
        );
        return left.rows[0]!['n'] === 0;
      },
      { what: 'no trace of the address' },
    );
    expect((await api('', idToken)).status).toBe(401);
  });

  test('of an order in delivery is deleted after the delivery', async () => {
    const account = await createAccount(world.app);
    const buyer = await order(world.app, { email: account.email }, { authorization: `Bearer ${account.idToken}` });
    await wire('delete', { idToken: account.idToken });
    const addressOf = async () =>
      (await world.db.execute(sql`select email from orders where id = ${buyer.order.id}`)).rows[0]!['email'];
    expect(await addressOf()).toBe(account.email);
    // The deletion ended the cookie, so the status is read from the books.
    await payHosted(buyer.paymentUrl, CARDS.good);
    await until(
      async () => (await messages(world.mail, account.email)).some(({ subject }) => /eSIM is ready/.test(subject)),
      { what: 'the mail with the eSIM' },
    );
    await world.services.forgetLater();
    expect(await addressOf()).toMatch(/^deleted-/);
  });
});
