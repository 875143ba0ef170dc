import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OrderSummary, OrderView } from '#src/shared/views.ts';
import { createAccount, freshEmail, GOOD_PASSWORD } from '#test/support/accounts.ts';
import { codeIn, linkIn, mailsAreOut } from '#test/support/account-mails.ts';
import { rows, startBuiltShop } from '#test/support/books.ts';
import { inFull } from '#test/support/full.ts';
import { bought, look, order, post, orderRequest } from '#test/support/shop.ts';
import { openStream } from '#test/support/order-stream.ts';
import { signInByPopup } from '#test/support/providers.ts';
import { control, messages, until } from '#test/support/wire.ts';
import { startBeside, type World } from '#test/support/world.ts';

let world: World;
beforeAll(async () => {
  world = await startBuiltShop({
    TRUSTED_PROXIES: '127.0.0.1',
    LIMIT_ORDER_LINKS_PER_ORDER: '2',
    LIMIT_ORDER_LINKS_PER_ADDRESS: '4',
    LIMIT_PAYMENTS_PER_ORDER: '30',
    LIMIT_STREAMS_PER_ORDER: '2',
  });
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

describe('a guest order and the account with its address', () => {
  it('verifying an address shows no guest order to existing sessions, and ends none of them', async () => {
    const stranger = await createAccount(world.app);
    const guest = await bought(world.app, { email: stranger.email.toUpperCase() });
    const code = codeIn(await mailWith(stranger.email, 'oobCode='));
    expect(await identity('update', { oobCode: code })).toMatchObject({ emailVerified: true });

    expect(await show(guest.order.id, bearer(stranger.idToken))).toBe(404);
    expect(await listed(stranger.idToken)).toEqual([]);
    const esims = await fetch(`${world.app.url}/api/esims`, { headers: bearer(stranger.idToken) });
    expect(await esims.json()).toEqual({ esims: [], next: null });
    const file = await fetch(`${world.app.url}/api/account/export`, { headers: bearer(stranger.idToken) });
    expect(await file.json()).toMatchObject({ account: { emailVerified: true }, orders: [], esims: [] });
    expect((await identity('lookup', { idToken: stranger.idToken }))['users']).toMatchObject([{ emailVerified: true }]);
    // A new session with the same password does not verify the address either.
    const { idToken } = await identity('signInWithPassword', { email: stranger.email, password: GOOD_PASSWORD });
    expect(await listed(idToken!)).toEqual([]);
  });

  it('joins it through a sign-in with a mailed link; older sessions still do not see it', async () => {
    const { email, idToken: older } = await createAccount(world.app);
    // With the session: an address that a code alone confirmed ends it at the sign-in by mail.
    await identity('update', { oobCode: codeIn(await mailWith(email, 'oobCode=')), idToken: older });
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

  inFull(() => {
    it('joins it through a password reset by mail', async () => {
      const { email } = await createAccount(world.app);
      const guest = await order(world.app, { email });
      await identity('sendOobCode', { requestType: 'PASSWORD_RESET', email });
      const oobCode = codeIn(await mailWith(email, 'mode=resetPassword'));
      await identity('resetPassword', { oobCode, newPassword: 'another long walk uphill' });
      const { idToken } = await identity('signInWithPassword', { email, password: 'another long walk uphill' });
      expect(await listed(idToken!)).toEqual([guest.order.id]);
    });
  });
});

describe('a guest order and a provider', () => {
  it('joins the account through a sign-in with Google, which verifies addresses; a Facebook address does not count', async () => {
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
  it("deletes only orders that are provably its owner's: no guest order of an address that a code alone confirmed, and none added through a link", async () => {
    const { email, idToken } = await createAccount(world.app);
    await identity('update', { oobCode: codeIn(await mailWith(email, 'oobCode=')) });
    const guest = await bought(world.app, { email });
    const passedOn = await bought(world.app);
    const cookie = await open(await mailedLink(passedOn.email));
    expect((await claim(passedOn.order.id, { cookie, ...bearer(idToken) })).status).toBe(200);
    const own = await bought(world.app);
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

describe('a guest order and an account with its cookie', () => {
  it("joins it once in the payer's own browser, and stays there", async () => {
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

  inFull(() => {
    it('joins it through the link in its mail', async () => {
      const { idToken } = await createAccount(world.app);
      const guest = await bought(world.app);
      const cookie = await open(await mailedLink(guest.email));
      // The link alone, opened while signed in, changes nothing, because another site may have led there.
      expect(await listed(idToken)).toEqual([]);
      expect((await claim(guest.order.id, { cookie, ...bearer(idToken) })).status).toBe(200);
      expect(await listed(idToken)).toEqual([guest.order.id]);
    });
  });

  it('joins no account without its cookie, without a session, or from another site', async () => {
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

describe('access to an order ends', () => {
  it.each([
    [
      'sign-out everywhere',
      (idToken: string) => post(world.app, '/api/account/sign-out-everywhere', {}, bearer(idToken)),
    ],
    ['deletion of the account', (idToken: string) => identity('delete', { idToken })],
  ])('with %s: cookies, mailed links and open streams, in every process', async (_what, end) => {
    const { idToken } = await createAccount(world.app);
    const own = await bought(world.app, {}, bearer(idToken));
    const link = await mailedLink(own.email);
    const opened = await open(link);
    const others = await bought(world.app);
    // Not paid: the stream of a final order ends by itself.
    const live = await order(world.app, {}, bearer(idToken));
    const beside = await startBeside(world);
    const streams = [
      await openStream(world.app, live.order.id, { cookie: live.cookie }),
      await openStream(world.app, live.order.id, bearer(idToken)),
      await openStream(beside, live.order.id, { cookie: live.cookie }),
    ];
    for (const stream of streams) await stream.next(() => true);

    await end(idToken);
    // Each reads its stream to the end. An open stream would last for minutes.
    await Promise.all(streams.map((stream) => stream.rest()));
    await beside.stop();
    expect(await show(own.order.id, { cookie: own.cookie })).toBe(404);
    expect(await show(own.order.id, { cookie: opened })).toBe(404);
    expect(await open(link)).toBe('');
    expect(await show(others.order.id, { cookie: others.cookie })).toBe(200);
  });

  it('with the session that opened a stream', async () => {
    const { idToken } = await createAccount(world.app);
    const own = await order(world.app, {}, bearer(idToken));
    const stream = await openStream(world.app, own.order.id, bearer(idToken));
    await stream.next(() => true);
    const revoked = await post(world.app, '/identity/v2/accounts:revokeToken?key=cairn-web', {
      idToken,
      token: idToken,
      tokenType: 'ACCESS_TOKEN',
      providerId: 'password',
    });
    expect(revoked.status).toBe(200);
    await stream.rest();
    // The cookie of this browser belongs to the order, not to the session.
    expect(await show(own.order.id, { cookie: own.cookie })).toBe(200);
  });

  it("with a corrected address: the stranger's link, cookie, stream and account, but not the payer's own browser", async () => {
    const buyer = await bought(world.app);
    const link = await mailedLink(buyer.email);
    const strangers = await open(link);
    const { idToken } = await createAccount(world.app);
    expect((await claim(buyer.order.id, { cookie: strangers, ...bearer(idToken) })).status).toBe(200);
    const stream = await openStream(world.app, buyer.order.id, { cookie: strangers });
    await stream.next(() => true);
    const right = freshEmail();
    const correct = (headers: Record<string, string>) =>
      post(world.app, `/api/orders/${buyer.order.id}/email`, { email: right }, headers);

    // A stranger who received the mail can neither correct the address nor send the mail on.
    for (const headers of [{ cookie: strangers }, bearer(idToken)]) {
      const refused = await correct(headers);
      expect([refused.status, await refused.json()]).toMatchObject([403, { error: { code: 'address-not-yours' } }]);
    }
    expect((await correct({ cookie: buyer.cookie })).status).toBe(200);
    await stream.rest();
    expect(await show(buyer.order.id, { cookie: strangers })).toBe(404);
    expect(await show(buyer.order.id, bearer(idToken))).toBe(404);
    expect(await open(link)).toBe('');
    expect(await look(world.app, buyer)).toMatchObject({ email: right, claimable: true });
    const opened = await open(await mailedLink(right));
    expect(await show(buyer.order.id, { cookie: opened })).toBe(200);
  });

  it("after a time: a mailed link after 30 days, a browser's cookie after a year", async () => {
    const buyer = await bought(world.app);
    await open(await mailedLink(buyer.email));
    expect(
      await rows(
        world,
        sql`select kind, extract(day from expires_at - created_at)::int as days from order_access where order_id = ${buyer.order.id} order by created_at`,
      ),
    ).toEqual([
      { kind: 'browser', days: 365 },
      { kind: 'mail', days: 30 },
      { kind: 'link', days: 365 },
    ]);
  });

  it("for a mailed link when another is requested; the order's own later mails end none", async () => {
    const buyer = await bought(world.app);
    const { id: orderId } = buyer.order;
    const first = await mailedLink(buyer.email);
    const cookie = await open(first);
    await world.services.notifications.queueEsimReady(world.db, { orderId, to: buyer.email, locale: 'en' });
    const second = await mailedLink(buyer.email, 1);
    for (const link of [first, second]) expect(await open(link)).not.toBe('');

    expect((await post(world.app, `/api/orders/${orderId}/email`, { email: buyer.email }, { cookie })).status).toBe(
      200,
    );
    const third = await mailedLink(buyer.email, 2);
    for (const link of [first, second]) expect(await open(link)).toBe('');
    expect(await open(third)).not.toBe('');
    expect(await show(orderId, { cookie })).toBe(200);
  });
});

describe('a new link on request', () => {
  const ask = (id: string, address: string) =>
    post(world.app, `/api/orders/${id}/link`, {}, { 'x-forwarded-for': address });

  it("is mailed to the order's address, and the response is the same for an unknown order", async () => {
    const buyer = await bought(world.app);
    const old = await mailedLink(buyer.email);
    const answers = [await ask(buyer.order.id, '198.51.100.7'), await ask(randomUUID(), '198.51.100.7')];
    const answered = await Promise.all(answers.map(async (each) => [each.status, await each.text()]));
    expect(answered).toEqual([
      [202, '{}'],
      [202, '{}'],
    ]);
    const fresh = await mailedLink(buyer.email, 1);
    expect(await open(old)).toBe('');
    expect(await show(buyer.order.id, { cookie: await open(fresh) })).toBe(200);
    expect(await rows(world, sql`select 1 from mails where kind = 'order-link' and recipient <> ''`)).toEqual([]);
  });

  it('is rate limited per order and per network', async () => {
    const [one, two] = [randomUUID(), randomUUID()];
    const status = async (id: string, address: string) => (await ask(id, address)).status;
    expect([await status(one, '198.51.100.8'), await status(one, '198.51.100.9')]).toEqual([202, 202]);
    const refused = await ask(one, '198.51.100.10');
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60']);
    for (const id of [two, two, randomUUID()]) expect(await status(id, '198.51.100.9')).toBe(202);
    expect(await status(randomUUID(), '198.51.100.9')).toBe(429);
  });

  inFull(() => {
    it('is not mailed for an unpaid order', async () => {
      const unpaid = await order(world.app);
      expect((await ask(unpaid.order.id, '198.51.100.11')).status).toBe(202);
      await mailsAreOut(world);
      expect(await messages(world.mail, unpaid.email)).toEqual([]);
    });
  });
});

describe('limits on vendor calls, rows and connections', () => {
  it('a payment page that is known to be open is answered from our row, a limited number of times per order', async () => {
    const buyer = await order(world.app);
    const pay = () => post(world.app, `/api/orders/${buyer.order.id}/payment`, {}, { cookie: buyer.cookie });
    expect(await (await pay()).json()).toEqual({ paymentUrl: buyer.paymentUrl });
    await control(world.stripe, { fail: { call: 'sessions.retrieve', times: 3, status: 503 } });
    expect(await (await pay()).json()).toEqual({ paymentUrl: buyer.paymentUrl });
    const answers = await Promise.all(Array.from({ length: 30 }, pay));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(28);
    expect(answers.filter(({ status }) => status === 429).map(({ headers }) => headers.get('retry-after'))).toEqual([
      '60',
      '60',
    ]);
  });

  it("a repeated idempotency key returns the browser's existing cookie, and an order has few cookies", async () => {
    const asked = orderRequest();
    const send = (cookie = '') => post(world.app, '/api/orders', asked, { cookie });
    const first = await send();
    const { order: made } = (await first.json()) as { order: OrderView };
    const cookie = first.headers.getSetCookie()[0]!.split(';')[0]!;
    const cookies = async () => (await rows(world, sql`select 1 from order_access where order_id = ${made.id}`)).length;
    expect((await send(cookie)).headers.getSetCookie()[0]).toContain(cookie);
    expect(await cookies()).toBe(1);
    // Without the cookie, the same network gets the same one again.
    for (let time = 0; time < 25; time += 1) await send();
    expect(await cookies()).toBe(1);
    expect((await Promise.all(Array.from({ length: 9 }, () => send()))).map(({ status }) => status)).toContain(429);
  });

  it('event streams of one order: the third is refused, and polling still works', async () => {
    const buyer = await order(world.app);
    const headers = { cookie: buyer.cookie };
    const streams = [
      await openStream(world.app, buyer.order.id, headers),
      await openStream(world.app, buyer.order.id, headers),
    ];
    for (const stream of streams) await stream.next(() => true);
    const refused = await fetch(`${world.app.url}/api/orders/${buyer.order.id}/events`, { headers });
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60']);
    expect(await refused.json()).toMatchObject({ error: { code: 'too-many-requests' } });
    expect((await look(world.app, buyer)).status).toBe('pending_payment');
    await streams[0]!.close();
    const again = await until(
      async () => {
        const stream = await openStream(world.app, buyer.order.id, headers);
        return stream.status === 200 ? stream : undefined;
      },
      { what: 'a place is free' },
    );
    await Promise.all([again.close(), streams[1]!.close()]);
  });
});
