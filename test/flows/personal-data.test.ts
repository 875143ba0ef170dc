import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { codeIn, mailsAreOut, mailTo } from '#test/support/account-mails.ts';
import { createAccount } from '#test/support/accounts.ts';
import { rows } from '#test/support/books.ts';
import { becomes, buy, post } from '#test/support/shop.ts';
import { until } from '#test/support/wire.ts';
import { startBuiltWorld, type World } from '#test/support/world.ts';

/** What is stored about a person outside the account: guest orders of the address, their mails, and texts. */
let world: World;

beforeAll(async () => {
  world = await startBuiltWorld();
});
afterAll(() => world?.close());

const wire = (call: string, body: Record<string, unknown>) =>
  post(world.app, `/identity/v1/accounts:${call}?key=cairn-web`, body);

const NUMBER = '+15555550142';

/** A person with a delivered guest order, a requested mail and a texted code, who signs up and confirms the address. */
async function person({ alone }: { alone: boolean }) {
  const { email, idToken } = await createAccount(world.app);
  // Plans are available once the catalogue has been read from the wholesaler.
  const guest = await until(() => buy(world.app, { email: email.toUpperCase() }).catch(() => undefined), {
    what: 'a plan is available',
  });
  const { esim, number } = await becomes(world.app, guest, 'fulfilled');
  const oobCode = codeIn(await mailTo(world, email, 'Confirm your email address'));
  await wire('update', alone ? { oobCode } : { oobCode, idToken });
  await wire('sendOobCode', { requestType: 'PASSWORD_RESET', email });
  await mailTo(world, email, 'Choose a new password');
  await mailsAreOut(world);
  return { email, idToken, guest, number, esim: esim! };
}

const storedFor = async ({ email, guest }: Awaited<ReturnType<typeof person>>) => ({
  order: (await rows<{ email: string }>(world, sql`select email from orders where id = ${guest.order.id}`))[0]!.email,
  mails: (
    await rows<{ kind: string }>(world, sql`select kind from mails where lower(recipient) = ${email} order by id`)
  ).map(({ kind }) => kind),
});

const exportOf = async (idToken: string) =>
  (await (
    await fetch(`${world.app.url}/api/account/export`, { headers: { authorization: `Bearer ${idToken}` } })
  ).json()) as Record<string, unknown>;

test('guest orders of a proved address, their mails and texts are exported, without codes of eSIMs, and deleted', async () => {
  const traveller = await person({ alone: false });
  const { email, idToken, number, esim } = traveller;
  await world.db.execute(sql`update accounts set phone_number = ${NUMBER} where email = ${email}`);
  await world.db.execute(sql`insert into phone_codes (hash, purpose, phone_number, code_hash, created_at, expires_at)
    values ('a hash', 'sign-in', ${NUMBER}, 'another hash', now(), now())`);
  const declared = { name: 'Ana', order: number, email };
  await fetch(`${world.app.url}/withdraw`, { method: 'POST', body: new URLSearchParams(declared) });
  const file = await exportOf(idToken);
  expect(file).toMatchObject({
    orders: [],
    guestOrders: [{ number, status: 'fulfilled' }],
    mails: expect.arrayContaining([
      expect.objectContaining({ kind: 'esim-ready' }),
      expect.objectContaining({ kind: 'password-reset', to: email }),
    ]),
    texts: [{ purpose: 'sign-in', phoneNumber: NUMBER }],
    withdrawals: [{ name: 'Ana', orderNumber: number, email, state: 'received' }],
  });
  expect(JSON.stringify(file)).not.toContain(esim.activationCode);
  const readings = () =>
    rows(
      world,
      sql`select 1 from esim_readings r join esims e on e.id = r.esim_id where e.order_id = ${traveller.guest.order.id}`,
    );
  await until(async () => (await readings()).length > 0, { what: 'the usage was read' });

  expect((await wire('delete', { idToken })).status).toBe(200);
  await mailsAreOut(world);
  expect(await storedFor(traveller)).toEqual({ order: expect.stringMatching(/^deleted-.+@invalid$/), mails: [] });
  expect(await rows(world, sql`select 1 from phone_codes where phone_number = ${NUMBER}`)).toEqual([]);
  expect(await readings()).toEqual([]);
  // What is in progress goes when it is done.
  const withdrawals = () => rows(world, sql`select 1 from withdrawals where email = ${email}`);
  expect(await withdrawals()).toHaveLength(1);
  await world.db.execute(sql`update withdrawals set done_at = now() - interval '25 hours' where email = ${email}`);
  await world.services.forgetLater();
  expect(await withdrawals()).toEqual([]);
});

test('an account whose address was confirmed by a code alone neither exports nor deletes guest orders', async () => {
  const stranger = await person({ alone: true });
  expect(await exportOf(stranger.idToken)).toMatchObject({ orders: [], guestOrders: [], texts: [] });
  expect((await wire('delete', { idToken: stranger.idToken })).status).toBe(200);
  expect(await storedFor(stranger)).toMatchObject({
    order: expect.not.stringMatching(/@invalid$/),
    mails: expect.arrayContaining(['esim-ready', 'password-reset']),
  });
});
