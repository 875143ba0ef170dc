import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OrderSummary, OrderView } from '#src/http/api/views.ts';
import { createAccount, freshEmail, GOOD_PASSWORD } from '#test/support/accounts.ts';
import { codeIn, linkIn } from '#test/support/account-mails.ts';
import { rows, startShop } from '#test/support/books.ts';
import { becomes, look, order, post, type Buyer } from '#test/support/shop.ts';
import { signInByPopup } from '#test/support/providers.ts';
import { messages, payHosted, until } from '#test/support/wire.ts';
import type { World } from '#test/support/world.ts';

let world: World;
beforeAll(async () => {
  world = await startShop();
});
afterAll(() => world?.close());

const bearer = (idToken: string) => ({ authorization: `Bearer ${idToken}` });
const identity = async (call: string, body: object) => {
  const answer = await post(world.app, `/identity/v1/accounts:${call}?key=cairn-web`, body as Record<string, unknown>);
  return (await answer.json()) as Record<string, string> & { error?: { message: string } };
};
const mailWith = (email: string, part: string, from = 0) =>
  until(async () => (await messages(world.mail, email)).slice(from).find(({ text }) => text.includes(part)), {
    what: `a mail with ${part}`,
  });

/** An order that was paid and delivered, so that its mail is out. */
async function bought(changes: Record<string, unknown> = {}, headers: Record<string, string> = {}): Promise<Buyer> {
  const buyer = await order(world.app, changes, headers);
  await payHosted(buyer.paymentUrl);
  await becomes(world.app, buyer, 'fulfilled');
  return buyer;
}

/** The link in the order's last mail to this address, and the cookie that a browser gets for it. */
async function mailedLink(email: string, from = 0): Promise<string> {
  return (await mailWith(email, '/open?key=', from)).links.find((each) => each.includes('/open?key='))!;
}
async function open(link: string, cookie = ''): Promise<string> {
  const answer = await fetch(link, { redirect: 'manual', headers: { cookie } });
  return answer.headers.getSetCookie()[0]?.split(';')[0] ?? '';
}

const show = async (id: string, headers: Record<string, string>) =>
  (await fetch(`${world.app.url}/api/orders/${id}`, { headers })).status;
const claim = (id: string, headers: Record<string, string>) => post(world.app, `/api/orders/${id}/claim`, {}, headers);
async function listed(idToken: string): Promise<string[]> {
  const answer = await fetch(`${world.app.url}/api/orders`, { headers: bearer(idToken) });
  expect(answer.status).toBe(200);
  return ((await answer.json()) as { orders: OrderSummary[] }).orders.map(({ id }) => id);
}

describe('a guest order and the account of its address', () => {
  it('a confirmed address shows no guest order to the sessions of the account, and ends none of them', async () => {
    const stranger = await createAccount(world.app);
    const guest = await bought({ email: stranger.email.toUpperCase() });
    const code = codeIn(await mailWith(stranger.email, 'oobCode='));
    expect(await identity('update', { oobCode: code })).toMatchObject({ emailVerified: true });

    expect(await show(guest.order.id, bearer(stranger.idToken))).toBe(404);
    expect(await listed(stranger.idToken)).toEqual([]);
    const esims = await fetch(`${world.app.url}/api/esims`, { headers: bearer(stranger.idToken) });
    expect(await esims.json()).toEqual({ esims: [], next: null });
    const file = await fetch(`${world.app.url}/api/account/export`, { headers: bearer(stranger.idToken) });
    expect(await file.json()).toMatchObject({ account: { emailVerified: true }, orders: [], esims: [] });
    expect((await identity('lookup', { idToken: stranger.idToken }))['users']).toMatchObject([{ emailVerified: true }]);
    // A new session with the same password proves no address either.
    const { idToken } = await identity('signInWithPassword', { email: stranger.email, password: GOOD_PASSWORD });
    expect(await listed(idToken!)).toEqual([]);
  });

  it('joins it through a sign-in by a mailed link, made before; older sessions still see nothing', async () => {
    const { email, idToken: older } = await createAccount(world.app);
    await identity('update', { oobCode: codeIn(await mailWith(email, 'oobCode=')) });
    await rows(world, sql`update sessions set created_at = created_at - interval '1 minute'`);
    const before = await order(world.app, { email: email.toUpperCase() });
    const foreign = await createAccount(world.app);
    const theirs = await order(world.app, { email }, bearer(foreign.idToken));

    await identity('sendOobCode', { requestType: 'EMAIL_SIGNIN', email });
    const link = linkIn(await mailWith(email, 'mode=signIn'));
    const { idToken } = await identity('signInWithEmailLink', {
      email,
      oobCode: new URL(link).searchParams.get('oobCode'),
    });
    const after = await order(world.app, { email });

    expect(await listed(idToken!)).toEqual([before.order.id]);
    expect(await show(before.order.id, bearer(idToken!))).toBe(200);
    expect(await show(after.order.id, bearer(idToken!))).toBe(404);
    expect(await show(theirs.order.id, bearer(idToken!))).toBe(404);
    expect(await listed(older)).toEqual([]);
    expect(await show(before.order.id, bearer(older))).toBe(404);
  });

  it('joins it through a new password that was mailed', async () => {
    const { email } = await createAccount(world.app);
    const guest = await order(world.app, { email });
    await identity('sendOobCode', { requestType: 'PASSWORD_RESET', email });
    const oobCode = codeIn(await mailWith(email, 'mode=resetPassword'));
    await identity('resetPassword', { oobCode, newPassword: 'another long walk uphill' });
    const { idToken } = await identity('signInWithPassword', { email, password: 'another long walk uphill' });
    expect(await listed(idToken!)).toEqual([guest.order.id]);
  });
});

describe('a guest order and a provider', () => {
  it('joins the account through a sign-in with Google, which has verified the address; a Facebook address proves nothing', async () => {
    const [email, sub] = [freshEmail(), randomUUID().replaceAll('-', '')];
    const person = { email, sub, name: 'Amina Diallo' };
    const guest = await order(world.app, { email });
    const facebook = await signInByPopup(world, 'facebook.com', person);
    expect(await listed(String(facebook.json['idToken']))).toEqual([]);
    const google = await signInByPopup(world, 'google.com', person);
    expect(google.status).toBe(200);
    expect(await listed(String(google.json['idToken']))).toEqual([guest.order.id]);
  });
});

describe('a deleted account', () => {
  it('takes along what is provably its owner’s: neither a guest order of its address, nor one that was added through a link', async () => {
    const { email, idToken } = await createAccount(world.app);
    await identity('update', { oobCode: codeIn(await mailWith(email, 'oobCode=')) });
    const guest = await bought({ email });
    const passedOn = await bought();
    const cookie = await open(await mailedLink(passedOn.email));
    expect((await claim(passedOn.order.id, { cookie, ...bearer(idToken) })).status).toBe(200);
    const own = await bought();
    expect((await claim(own.order.id, { cookie: own.cookie, ...bearer(idToken) })).status).toBe(200);

    expect(await identity('delete', { idToken })).toMatchObject({ kind: expect.any(String) });
    const addresses = Object.fromEntries(
      (
        await rows<{ id: string; email: string }>(world, sql`select id, email from orders where account_id is null`)
      ).map(({ id, email: address }) => [id, address]),
    );
    expect(addresses[guest.order.id]).toBe(email);
    expect(addresses[passedOn.order.id]).toBe(passedOn.email);
    expect(addresses[own.order.id]).toMatch(/^deleted-/);
    expect((await look(world.app, guest)).email).toBe(email);
  });
});

describe('a guest order and the account of whoever holds its cookie', () => {
  it('joins it in the payer’s own browser, once, and stays there', async () => {
    const [owner, other] = await Promise.all([createAccount(world.app), createAccount(world.app)]);
    const guest = await order(world.app);
    expect(guest.order.claimable).toBe(true);
    const headers = { cookie: guest.cookie, ...bearer(owner.idToken) };
    for (let time = 0; time < 2; time += 1) {
      const answer = await claim(guest.order.id, headers);
      expect(answer.status).toBe(200);
      expect(((await answer.json()) as { order: OrderView }).order.claimable).toBe(false);
    }
    expect(await listed(owner.idToken)).toEqual([guest.order.id]);
    const taken = await claim(guest.order.id, { cookie: guest.cookie, ...bearer(other.idToken) });
    expect([taken.status, await taken.json()]).toMatchObject([409, { error: { code: 'order-has-account' } }]);
    expect(await listed(other.idToken)).toEqual([]);
  });

  it('joins it through the link of its mail', async () => {
    const { idToken } = await createAccount(world.app);
    const guest = await bought();
    const cookie = await open(await mailedLink(guest.email));
    // The link alone, opened while signed in, changes nothing: another site may have led there.
    expect(await listed(idToken)).toEqual([]);
    expect((await claim(guest.order.id, { cookie, ...bearer(idToken) })).status).toBe(200);
    expect(await listed(idToken)).toEqual([guest.order.id]);
  });

  it('joins none without its cookie, without a session, or by a page of another site', async () => {
    const { idToken } = await createAccount(world.app);
    const [guest, other] = [await order(world.app), await order(world.app)];
    const tries: [number, string, Record<string, string>][] = [
      [404, guest.order.id, bearer(idToken)],
      [404, guest.order.id, { ...bearer(idToken), cookie: other.cookie }],
      [404, guest.order.id, { ...bearer(idToken), cookie: `order_${guest.order.id}=${'A'.repeat(43)}` }],
      [404, randomUUID(), { ...bearer(idToken), cookie: guest.cookie }],
      [401, guest.order.id, { cookie: guest.cookie }],
      [401, guest.order.id, { cookie: guest.cookie, ...bearer('x.y.z') }],
      [401, guest.order.id, { cookie: guest.cookie, ...bearer(idToken), 'sec-fetch-site': 'cross-site' }],
    ];
    for (const [status, id, headers] of tries) expect((await claim(id, headers)).status, id).toBe(status);
    expect(await listed(idToken)).toEqual([]);
  });
});
