import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import Stripe from 'stripe';
import { expect } from 'vitest';
import { start } from '#sandbox/stripe/server.ts';

export const SECRET_KEY = 'sk_test_sandbox';
export const WEBHOOK_SECRET = 'whsec_sandbox';

/** The official SDK for a sandbox, without retries, so that tests see each response. */
export function sdk(url: string, key = SECRET_KEY): Stripe {
  const { hostname, port } = new URL(url);
  return new Stripe(key, { host: hostname, port, protocol: 'http', maxNetworkRetries: 0, telemetry: false });
}

export interface Received {
  event: Stripe.Event;
  raw: string;
  signature: string;
}

/**
 * A webhook endpoint that records accepted events. `answers` holds the statuses of its next responses (default 200).
 */
export async function receiver() {
  const received: Received[] = [];
  const answers: number[] = [];
  const server: Server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const raw = Buffer.concat(chunks).toString();
    received.push({
      event: JSON.parse(raw) as Stripe.Event,
      raw,
      signature: String(request.headers['stripe-signature']),
    });
    response.writeHead(answers.shift() ?? 200).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks`,
    received,
    answers,
    types: () => received.map(({ event }) => event.type),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** A sandbox in this process with its SDK, its webhook endpoint and its control plane. */
export async function playStripe() {
  const dataDir = mkdtempSync(join(tmpdir(), 'cairn-stripe-'));
  const hook = await receiver();
  const options = { port: 0, dataDir, secretKey: SECRET_KEY, webhookSecret: WEBHOOK_SECRET };
  const running = await start({ ...options, webhookUrl: hook.url, merchant: 'Tea & Sons' });
  return {
    url: running.url,
    dataDir,
    options,
    hook,
    stripe: sdk(running.url),
    ...remote(running.url),
    async close() {
      await running.close();
      hook.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** The sandbox as a separate process, which tests can kill. */
export async function spawnStripe(dataDir: string, ...flags: string[]) {
  const child = spawn(
    process.execPath,
    [
      'sandbox/stripe/main.ts',
      '--data',
      dataDir,
      '--secret-key',
      SECRET_KEY,
      '--webhook-secret',
      WEBHOOK_SECRET,
      '--with-parent',
      ...flags,
    ],
    { stdio: ['pipe', 'pipe', 'inherit'] },
  );
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
  const { url } = JSON.parse(line) as { ready: true; url: string };
  return {
    url,
    child,
    stripe: sdk(url),
    ...remote(url),
    async end(signal: NodeJS.Signals = 'SIGTERM') {
      const exit = once(child, 'exit');
      child.kill(signal);
      return (await exit) as [number | null, NodeJS.Signals | null];
    },
  };
}

interface LedgerView {
  sessions: Stripe.Checkout.Session[];
  payment_intents: Stripe.PaymentIntent[];
  charges: Stripe.Charge[];
  refunds: Stripe.Refund[];
  balance_transactions: Stripe.BalanceTransaction[];
  deliveries: { event: string; type: string; status: string; attempts: number; last_status: number | null }[];
}

function remote(url: string) {
  const json = async (answer: Response) => ({
    status: answer.status,
    body: (await answer.json()) as Record<string, never>,
  });
  const control = async (order: unknown) =>
    json(await fetch(`${url}/_sandbox/control`, { method: 'POST', body: JSON.stringify(order) }));
  return {
    control,
    ledger: async () => (await (await fetch(`${url}/_sandbox/ledger`)).json()) as LedgerView,
    held: async (call: string, n = 1) =>
      await expect
        .poll(async () => {
          const state = (await (await fetch(`${url}/_sandbox/control`)).json()) as { waiting: Record<string, number> };
          return state.waiting[call] ?? 0;
        })
        .toBe(n),
  };
}

export const params = (more: Partial<Stripe.Checkout.SessionCreateParams> = {}) =>
  ({
    mode: 'payment',
    line_items: [
      { price_data: { currency: 'usd', unit_amount: 450, product_data: { name: 'France, 3GB' } }, quantity: 1 },
    ],
    success_url: 'http://127.0.0.1:9/orders/1?session={CHECKOUT_SESSION_ID}',
    cancel_url: 'http://127.0.0.1:9/checkout',
    customer_email: 'payer@example.com',
    metadata: { order_id: 'o1' },
    payment_intent_data: { metadata: { order_id: 'o1' } },
    ...more,
  }) satisfies Stripe.Checkout.SessionCreateParams;

/** Pays as a script does: one form POST. Returns where the page redirects the payer. */
export async function payWith(session: { url: string | null }, cardNumber: string, more: Record<string, string> = {}) {
  const form = {
    cardNumber,
    cardExpiry: '12/40',
    cardCvc: '123',
    billingName: 'Ada Payer',
    email: 'payer@example.com',
    ...more,
  };
  const answer = await fetch(session.url!, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' });
  return { status: answer.status, location: new URL(answer.headers.get('location')!, session.url!) };
}

/** The error that a promise rejects with. */
export async function failure(promise: Promise<unknown>): Promise<Stripe.errors.StripeError> {
  return promise.then(
    () => {
      throw new Error('it did not fail');
    },
    (error: unknown) => error as Stripe.errors.StripeError,
  );
}
