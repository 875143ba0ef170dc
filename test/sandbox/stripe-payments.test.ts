import type Stripe from 'stripe';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { cardFor, hasRightCheckDigit, TEST_CARDS } from '#sandbox/stripe/cards.ts';
import { failure, params, payWith, playStripe } from './stripe-support.ts';

let play: Awaited<ReturnType<typeof playStripe>>;
beforeAll(async () => {
  play = await playStripe();
});
afterAll(() => play.close());
beforeEach(async () => {
  await play.control({ reset: true });
  play.hook.received.length = 0;
});

const open = (more = {}) => play.stripe.checkout.sessions.create(params(more));
const again = (session: Stripe.Checkout.Session) => play.stripe.checkout.sessions.retrieve(session.id);
const arrived = async (...types: string[]) => await expect.poll(() => play.hook.types().sort()).toEqual(types.sort());
const htmlOf = async (url: string | URL, headers: Record<string, string> = {}) =>
  (await fetch(url, { headers })).text();

describe('the payment page', () => {
  it("shows product, amount, merchant, a link back and labelled fields, in the session's language", async () => {
    const en = await htmlOf((await open({ locale: 'en' })).url!);
    for (const words of [
      'lang="en"',
      'France, 3GB',
      '$4.50',
      'Tea &amp; Sons',
      'href="http://127.0.0.1:9/checkout"',
      'Sandbox',
      '4242424242424242',
    ]) {
      expect(en).toContain(words);
    }
    for (const label of ['Email', 'Card number', 'Expiry', 'Security code (CVC)', 'Cardholder name'])
      expect(en).toMatch(new RegExp(`<label for="\\w+">${label.replace(/[()]/g, '\\$&')}</label>`));
    expect(en).not.toContain('<script');

    const fr = await htmlOf((await open({ locale: 'fr' })).url!);
    expect(fr).toContain('lang="fr"');
    expect(fr).toContain('Numéro de carte');
    expect(fr.replaceAll(/[\u00a0\u202f]/g, ' ')).toContain('4,50 $US');
    expect(await htmlOf((await open()).url!, { 'accept-language': 'fr-FR,fr;q=0.9' })).toContain('lang="fr"');
  });

  it('says when it is complete, expired or unknown', async () => {
    const paid = await open();
    await payWith(paid, '4242424242424242');
    expect(await htmlOf(paid.url!)).toMatch(
      /This payment is complete\.[\s\S]*href="http:\/\/127\.0\.0\.1:9\/orders\/1\?session=cs_test_/,
    );
    const gone = await open({ locale: 'fr' });
    await play.stripe.checkout.sessions.expire(gone.id);
    expect(await htmlOf(gone.url!)).toMatch(/a expiré[\s\S]*href="http:\/\/127\.0\.0\.1:9\/checkout"/);
    expect((await fetch(`${play.url}/c/pay/cs_test_none`)).status).toBe(404);
  });

  it("escapes the merchant's and the payer's texts", async () => {
    const session = await open({
      customer_email: undefined,
      line_items: [
        { price_data: { currency: 'usd', unit_amount: 450, product_data: { name: '<b>x</b>' } }, quantity: 1 },
      ],
    });
    await payWith(session, '4000000000000002', { billingName: '"><script>' });
    const page = await htmlOf(session.url!);
    expect(page).toContain('&lt;b&gt;');
    expect(page).not.toContain('<script');
  });

  it.each([
    ['cardNumber', '4242424242424243', 'incorrect_number'],
    ['cardExpiry', '01/20', 'invalid_expiry'],
    ['cardExpiry', '13/40', 'invalid_expiry'],
    ['cardCvc', '12', 'invalid_cvc'],
    ['billingName', ' ', 'name_missing'],
    ['email', 'nobody', 'email_invalid'],
  ])('an invalid %s (%s) shows an error on the page and is not sent to the bank', async (field, value, error) => {
    const session = await open({ customer_email: undefined });
    const { status, location } = await payWith(session, '4242424242424242', { [field]: value });
    expect([status, location.search]).toEqual([303, `?error=${error}`]);
    expect(await htmlOf(location)).toContain('role="alert"');
    expect((await play.ledger()).payment_intents).toEqual([]);
  });
});

describe('paying', () => {
  const paying = TEST_CARDS.filter((card) => !card.decline && !card.challenge && !card.raises && !card.onlyAttaches);
  it.each(paying.map((card) => [card.number]))('%s pays', async (number) => {
    const session = await open();
    const { status, location } = await payWith(session, number, number.startsWith('37') ? { cardCvc: '1234' } : {});
    expect([status, location.href]).toEqual([303, `http://127.0.0.1:9/orders/1?session=${session.id}`]);
    const paid = await again(session);
    expect(paid).toMatchObject({
      status: 'complete',
      payment_status: 'paid',
      customer_details: { email: 'payer@example.com', name: 'Ada Payer' },
    });
    await arrived('charge.succeeded', 'payment_intent.succeeded', 'checkout.session.completed');
    const { charges, payment_intents } = await play.ledger();
    expect(charges).toMatchObject([
      { paid: true, payment_method_details: { card: { last4: number.slice(-4), brand: cardFor(number).brand } } },
    ]);
    expect(payment_intents).toMatchObject([
      { id: paid.payment_intent, status: 'succeeded', latest_charge: charges[0]!.id },
    ]);
  });

  it.each(TEST_CARDS.filter((card) => card.decline).map((card) => [card.number, card.decline!]))(
    '%s is declined, and the session stays open',
    async (number, decline) => {
      const session = await open({ locale: 'fr' });
      const { status, location } = await payWith(session, number);
      expect([status, location.pathname, location.search]).toEqual([
        303,
        new URL(session.url!).pathname,
        `?error=${decline.decline_code}`,
      ]);
      const page = await htmlOf(location);
      expect(page).toContain('role="alert"');
      expect(page).toContain('value="Ada Payer"');
      expect(await again(session)).toMatchObject({ status: 'open', payment_status: 'unpaid', payment_intent: null });
      await arrived('charge.failed', 'payment_intent.payment_failed');
      const failed = play.hook.received.find(({ event }) => event.type === 'payment_intent.payment_failed')!.event;
      expect(failed.data.object).toMatchObject({
        status: 'requires_payment_method',
        last_payment_error: { code: decline.code, decline_code: decline.decline_code },
      });

      await payWith(session, '4242424242424242');
      const { payment_intents, charges } = await play.ledger();
      expect(payment_intents).toHaveLength(1);
      expect(charges.map((charge) => charge.status)).toEqual(['failed', 'succeeded']);
    },
  );

  it('a card that is no test card is declined', async () => {
    expect((await payWith(await open(), '4539578763621486')).location.search).toBe('?error=test_mode_live_card');
  });

  it.each(['4000000000003220', '4000002760003184'])('%s requires 3-D Secure: completed, it pays', async (number) => {
    const session = await open();
    const step = await payWith(session, number);
    expect(step.location.pathname).toMatch(/\/3ds\//);
    expect(await htmlOf(step.location)).toMatch(/Complete[\s\S]*Fail/);
    expect((await again(session)).status).toBe('open');
    const submit = () =>
      fetch(step.location, { method: 'POST', body: new URLSearchParams({ outcome: 'complete' }), redirect: 'manual' });
    const both = await Promise.all([submit(), submit()]);
    for (const answer of both) expect(answer.headers.get('location')).toContain(`session=${session.id}`);
    const { charges } = await play.ledger();
    expect(charges).toMatchObject([
      { paid: true, payment_method_details: { card: { three_d_secure: { result: 'authenticated' } } } },
    ]);
  });

  it('3-D Secure failed: back on the page with the reason', async () => {
    const session = await open();
    const step = await payWith(session, '4000000000003220');
    const answer = await fetch(step.location, { method: 'POST', body: new URLSearchParams({ outcome: 'fail' }) });
    expect(await answer.text()).toContain('We could not authenticate your card');
    expect((await again(session)).status).toBe('open');
    expect((await play.ledger()).charges).toEqual([]);
    await arrived('payment_intent.payment_failed');
  });

  it('two concurrent submits and a later one: one payment, and each is redirected', async () => {
    const session = await open();
    const answers = await Promise.all([payWith(session, '4242424242424242'), payWith(session, '5555555555554444')]);
    answers.push(await payWith(session, '4242424242424242'));
    for (const { location } of answers) expect(location.search).toBe(`?session=${session.id}`);
    expect((await play.ledger()).charges).toHaveLength(1);
  });

  it('an expired session accepts no payment', async () => {
    const session = await open();
    await play.stripe.checkout.sessions.expire(session.id);
    const { location } = await payWith(session, '4242424242424242');
    expect(location.pathname).toBe(new URL(session.url!).pathname);
    expect((await play.ledger()).charges).toEqual([]);
  });

  it('every documented number except one has a correct check digit', () => {
    expect(TEST_CARDS.filter((card) => !hasRightCheckDigit(card.number)).map((card) => card.number)).toEqual([
      '4242424242424241',
    ]);
  });
});

describe('expiry', () => {
  it('on request: once, with a webhook, and never after payment', async () => {
    const session = await open();
    expect(await play.stripe.checkout.sessions.expire(session.id)).toMatchObject({ status: 'expired', url: null });
    await arrived('checkout.session.expired');
    expect((await failure(play.stripe.checkout.sessions.expire(session.id))).statusCode).toBe(400);
    const paid = await open();
    await payWith(paid, '4242424242424242');
    expect((await failure(play.stripe.checkout.sessions.expire(paid.id))).statusCode).toBe(400);
  });

  it('at its time', async () => {
    const session = await open();
    await play.control({ expire: { session: session.id } });
    expect((await again(session)).status).toBe('expired');
    await arrived('checkout.session.expired');
  });
});

describe('refunds and disputes', () => {
  async function paidWith(number: string): Promise<string> {
    const session = await open();
    await payWith(session, number);
    await expect.poll(() => play.hook.received).toHaveLength(3);
    play.hook.received.length = 0;
    return String((await again(session)).payment_intent);
  }

  it('partial refunds, up to the full amount and no more', async () => {
    const payment_intent = await paidWith('4242424242424242');
    const { refunds } = play.stripe;
    await refunds.create({ payment_intent, amount: 150, metadata: { why: 'a' } });
    expect((await failure(refunds.create({ payment_intent, amount: 301 }))).param).toBe('amount');
    const rest = await refunds.create({ payment_intent });
    expect(rest.amount).toBe(300);
    expect((await failure(refunds.create({ payment_intent }))).code).toBe('charge_already_refunded');
    expect((await play.ledger()).charges).toMatchObject([{ amount_refunded: 450, refunded: true }]);
    await arrived('refund.created', 'charge.refunded', 'refund.created', 'charge.refunded');
  });

  it('not before there is a payment', async () => {
    const session = await open();
    await payWith(session, '4000000000000002');
    const [intent] = (await play.ledger()).payment_intents;
    expect((await failure(play.stripe.refunds.create({ payment_intent: intent!.id }))).statusCode).toBe(400);
    expect((await failure(play.stripe.refunds.create({}))).statusCode).toBe(400);
  });

  it('4000000000005126: succeeds first, fails later', async () => {
    const refund = await play.stripe.refunds.create({ payment_intent: await paidWith('4000000000005126') });
    expect(refund.status).toBe('succeeded');
    await expect.poll(() => play.hook.types()).toContain('refund.failed');
    expect(await play.stripe.refunds.retrieve(refund.id)).toMatchObject({
      status: 'failed',
      failure_reason: 'expired_or_canceled_card',
    });
    expect((await play.ledger()).charges).toMatchObject([{ amount_refunded: 0, refunded: false }]);
  });

  it('4000000000007726: pending first, succeeds later', async () => {
    const refund = await play.stripe.refunds.create({ payment_intent: await paidWith('4000000000007726') });
    expect(refund).toMatchObject({ status: 'pending', pending_reason: 'processing' });
    await expect.poll(() => play.hook.types()).toContain('refund.updated');
    expect((await play.stripe.refunds.retrieve(refund.id)).status).toBe('succeeded');
  });

  it('a dispute sends a webhook, and its charge cannot be refunded', async () => {
    const payment_intent = await paidWith('4242424242424242');
    await play.control({ dispute: { payment_intent } });
    await arrived('charge.dispute.created', 'charge.dispute.funds_withdrawn');
    expect((await failure(play.stripe.refunds.create({ payment_intent }))).code).toBe('charge_disputed');
    expect((await play.control({ dispute: { payment_intent: 'pi_none' } })).status).toBe(400);
  });

  /** The account's balance: amounts less fees. */
  const balance = async () => (await play.ledger()).balance_transactions.reduce((total, { net }) => total + net, 0);
  const dispute = async (more: object) => {
    const { body } = await play.control({ dispute: more });
    return body['dispute'] as unknown as Stripe.Dispute;
  };

  it('a won dispute returns the money but not the fee, a lost one neither; each step has a webhook and a balance entry', async () => {
    const payment_intent = await paidWith('4242424242424242');
    const won = await dispute({ payment_intent, reason: 'product_not_received' });
    expect(won).toMatchObject({
      status: 'needs_response',
      amount: 450,
      balance_transactions: [{ amount: -450, fee: 1500 }],
    });
    expect(await balance()).toBe(-1500);
    await play.control({ dispute_status: { dispute: won.id, status: 'under_review' } });
    await play.control({ dispute_status: { dispute: won.id, status: 'won' } });
    expect((await play.stripe.disputes.list({ payment_intent })).data).toMatchObject([
      { status: 'won', balance_transactions: [{ amount: -450 }, { amount: 450 }] },
    ]);
    expect(await balance()).toBe(450 - 1500);
    await arrived(
      'charge.dispute.created',
      'charge.dispute.funds_withdrawn',
      'charge.dispute.updated',
      'charge.dispute.closed',
      'charge.dispute.funds_reinstated',
    );
    expect((await play.control({ dispute_status: { dispute: won.id, status: 'lost' } })).status).toBe(400);
    await play.stripe.refunds.create({ payment_intent, amount: 150 });
    const lost = await dispute({ payment_intent });
    await play.control({ dispute_status: { dispute: lost.id, status: 'lost' } });
    expect(await balance()).toBe(-3000);
    expect((await failure(play.stripe.refunds.create({ payment_intent }))).code).toBe('charge_disputed');
  });

  it('an inquiry holds no money; a full refund or the bank closes it, or it becomes a dispute', async () => {
    const payment_intent = await paidWith('4242424242424242');
    const asked = await dispute({ payment_intent, kind: 'inquiry' });
    expect(asked).toMatchObject({ status: 'warning_needs_response', balance_transactions: [] });
    await play.control({ dispute_status: { dispute: asked.id, status: 'needs_response' } });
    expect(await balance()).toBe(-1500);
    const second = await paidWith('4000000000001976');
    await play.stripe.refunds.create({ payment_intent: second });
    expect((await play.stripe.disputes.list({ payment_intent: second })).data).toMatchObject([
      { status: 'warning_closed' },
    ]);
  });

  it('a fraud warning names charge and intent, and needs no action after a full refund', async () => {
    const payment_intent = await paidWith('4242424242424242');
    await play.control({ fraud_warning: { payment_intent, fraud_type: 'made_with_stolen_card' } });
    const { data } = await play.stripe.radar.earlyFraudWarnings.list({ payment_intent });
    expect(data).toMatchObject([{ actionable: true, fraud_type: 'made_with_stolen_card', payment_intent }]);
    await play.control({ refund: { payment_intent } });
    expect((await play.stripe.radar.earlyFraudWarnings.list({ payment_intent })).data).toMatchObject([
      { actionable: false },
    ]);
    await arrived(
      'radar.early_fraud_warning.created',
      'radar.early_fraud_warning.updated',
      'refund.created',
      'charge.refunded',
    );
  });

  it('a refund made in the dashboard can be sent back by the bank, which restores the balance', async () => {
    const payment_intent = await paidWith('4242424242424242');
    const { body } = await play.control({ refund: { payment_intent, amount: 100 } });
    expect(await balance()).toBe(350);
    await play.control({ fail_refund: { refund: (body['refund'] as unknown as Stripe.Refund).id } });
    expect(await balance()).toBe(450);
    expect((await play.ledger()).charges).toMatchObject([{ amount_refunded: 0 }]);
  });

  it.each([
    ['4000000000000259', 'charge.dispute.created'],
    ['4000000000002685', 'charge.dispute.created'],
    ['4000000000001976', 'charge.dispute.created'],
    ['4000000000005423', 'radar.early_fraud_warning.created'],
  ])('%s pays, and %s follows', async (number, type) => {
    const session = await open();
    await payWith(session, number);
    expect((await again(session)).payment_status).toBe('paid');
    await expect.poll(() => play.hook.types()).toContain(type);
  });
});
