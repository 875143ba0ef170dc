import { setTimeout as pause } from 'node:timers/promises';

/** The address of a sandbox. */
export type Address = { url: string };

/** A message of the sandbox inbox (`GET /_sandbox/messages`). */
export type Message = {
  id: string;
  to: string[];
  from: string;
  subject: string;
  text: string;
  html: string;
  date: string;
  messageId: string;
  headers: { name: string; value: string }[];
  links: string[];
  attachments: {
    filename: string;
    contentType: string;
    contentId: string | null;
    size: number;
    contentBase64: string;
  }[];
};

/** The calls with armed faults in a sandbox, and how many requests wait in a hold, by call name. */
export type Armed = { calls: string[]; waiting: Record<string, number> } & Record<string, unknown>;

/** Arms faults, holds and delays (sandbox/README.md lists them). Throws with the sandbox's message when it refuses. */
export async function control(sandbox: Address, orders: Record<string, unknown>): Promise<Armed> {
  const answer = await fetch(`${sandbox.url}/_sandbox/control`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(orders),
  });
  if (!answer.ok) throw new Error(`The sandbox refused ${JSON.stringify(orders)}: ${await answer.text()}`);
  return (await answer.json()) as Armed;
}

/** Waits until `count` requests wait in a hold of this call. */
export async function held(sandbox: Address, call: string, count = 1): Promise<void> {
  await until(
    async () => {
      const armed = (await (await fetch(`${sandbox.url}/_sandbox/control`)).json()) as Armed;
      return (armed.waiting[call] ?? 0) >= count;
    },
    { what: `${count} held ${call}` },
  );
}

/** The sandbox's ledger, with the vendor's field names. */
export async function ledger<T = Record<string, Record<string, unknown>[]>>(sandbox: Address): Promise<T> {
  return (await (await fetch(`${sandbox.url}/_sandbox/ledger`)).json()) as T;
}

/** Mails received for an address (or all), oldest first. */
export async function messages(mail: Address, to?: string): Promise<Message[]> {
  const query = to === undefined ? '' : `?to=${encodeURIComponent(to)}`;
  const answer = (await (await fetch(`${mail.url}/_sandbox/messages${query}`)).json()) as { messages: Message[] };
  return answer.messages;
}

/**
 * Polls until the result is neither undefined, null nor false, and returns it. Tests wait only by this. A call that
 * throws is retried, and the time-out reports its last error. It asks less and less often, because on two cores the
 * questions of six workers take the time from what they wait for.
 */
export async function until<T>(
  ask: () => Promise<T> | T,
  options: { timeout?: number; what?: string } = {},
): Promise<Exclude<T, undefined | null | false>> {
  const { timeout = 90_000, what = ask.toString() } = options;
  const end = Date.now() + timeout;
  let problem: unknown;
  let wait = 25;
  do {
    try {
      const answer = await ask();
      if (answer !== undefined && answer !== null && answer !== false)
        return answer as Exclude<T, undefined | null | false>;
      problem = undefined;
    } catch (error) {
      problem = error;
    }
    await pause(wait);
    wait = Math.min(wait * 1.5, 250);
  } while (Date.now() < end);
  throw new Error(`Not within ${timeout} ms: ${what}`, { cause: problem });
}

/** Cards of the sandbox's payment page. Stripe documents them for test mode. */
export const CARDS = {
  good: '4242424242424242',
  declined: '4000000000000002',
  noFunds: '4000000000009995',
  secure: '4000002760003184',
  disputed: '4000000000000259',
  french: '4000002500000003',
} as const;

/**
 * Fills in the hosted payment page as a browser without scripts does: fetches it and posts its form with this card.
 * Returns where the page redirects the buyer (`location`), or the page that was returned (a declined card).
 */
export async function payHosted(
  paymentUrl: string,
  card: string = CARDS.good,
): Promise<{ status: number; location: string | undefined; html: string }> {
  const page = await (await fetch(paymentUrl)).text();
  const form = /<form[^>]*>/i.exec(page)?.[0] ?? '';
  const action = attribute(form, 'action') ?? paymentUrl;
  const fields = new URLSearchParams();
  for (const [input] of page.matchAll(/<input[^>]*>/gi)) {
    const name = attribute(input, 'name');
    if (name && attribute(input, 'type') === 'hidden') fields.append(name, attribute(input, 'value') ?? '');
  }
  for (const [name, value] of Object.entries({
    cardNumber: card,
    cardExpiry: '12/40',
    cardCvc: '123',
    billingName: 'Test Traveller',
    // Counts where the page knows no address, as when it only saves a card.
    email: 'traveller@example.com',
  }))
    fields.set(name, value);
  const answer = await fetch(new URL(action, paymentUrl), { method: 'POST', body: fields, redirect: 'manual' });
  return { status: answer.status, location: answer.headers.get('location') ?? undefined, html: await answer.text() };
}

function attribute(tag: string, name: string): string | undefined {
  const value = new RegExp(`\\s${name}="([^"]*)"`, 'i').exec(tag)?.[1];
  return value?.replaceAll('&amp;', '&').replaceAll('&quot;', '"').replaceAll('&#39;', "'");
}
