import { setTimeout as pause } from 'node:timers/promises';
import { addressIn } from '#src/shared/page-address.ts';
import { paths } from '#src/shared/paths.ts';
import { messages } from '#test/support/wire.ts';
import { ANSWER_WITHIN, ASK_AGAIN, type Purchase } from './buyer.ts';
import type { Person } from './person.ts';
import type { ChaosWorld } from './world.ts';

/** What a browser without script asks of pages, which answer HTML. */
export type Pages = (
  address: string,
  options?: { form?: Record<string, string>; cookie?: string | null },
) => Promise<{ status: number; html: string; cookie: string | null }>;

/** As `createInsist`: retries until a status below 500. */
export function createPages(world: ChaosWorld, giveUp: AbortSignal, first: number): Pages {
  const urls = world.entrances;
  let turn = first;
  return async function ask(address, { form, cookie = null } = {}) {
    for (;;) {
      await world.gate.passed();
      giveUp.throwIfAborted();
      try {
        const answer = await fetch(urls[turn % urls.length]! + address, {
          redirect: 'manual',
          headers: { 'sec-fetch-site': 'same-origin', ...(cookie !== null && { cookie }) },
          ...(form && { method: 'POST', body: new URLSearchParams(form) }),
          signal: AbortSignal.any([giveUp, AbortSignal.timeout(ANSWER_WITHIN)]),
        });
        const html = await answer.text();
        const given = answer.headers.getSetCookie()[0]?.split(';')[0] ?? null;
        if (answer.status < 500) return { status: answer.status, html, cookie: given };
      } catch {
        // No response: the next attempt tells.
      }
      turn += 1;
      await pause(ASK_AGAIN);
    }
  };
}

/** The reference is the first of the facts on the page; other pages have none. */
const REFERENCE = /<dd[^>]*>([0-9A-HJKMNP-TV-Z]{8})<\/dd>/;

/** Sends the public form of withdrawal. Returns the reference on the page that confirms it. Throws when none does. */
export async function sendDeclaration(
  pages: Pages,
  locale: Person['locale'],
  form: Record<string, string>,
  { orderId, cookie = null }: { orderId?: string; cookie?: string | null } = {},
): Promise<string> {
  const answer = await pages(addressIn(locale, paths.withdraw(orderId)), { form, cookie });
  const reference = answer.status === 200 ? REFERENCE.exec(answer.html)?.[1] : undefined;
  if (reference === undefined) throw new Error(`the form was answered ${answer.status} without a reference`);
  return reference;
}

/** Whoever opens the link in a mail of the order: the same buyer in another browser. Null: there is none that works. */
export async function byMailedLink(world: ChaosWorld, pages: Pages, buyer: Purchase): Promise<Purchase | null> {
  const { orderId, person } = buyer;
  const own = (await messages(world.mail, person.email)).flatMap(({ links }) => links);
  for (const link of own.filter((each) => each.includes(`/orders/${orderId}/open?`)).toReversed()) {
    const { pathname, search } = new URL(link);
    const { cookie } = await pages(pathname + search);
    if (cookie !== null) return { ...buyer, cookies: [cookie], idToken: null, refreshToken: null };
  }
  return null;
}

/** The path of the link in the mail about a declaration; null while it is not there. */
export async function linkOf(
  { mail }: Pick<ChaosWorld, 'mail'>,
  { email, reference }: { email: string; reference: string },
): Promise<string | null> {
  const own = (await messages(mail, email)).filter(({ text }) => text.includes(reference));
  const link = own.flatMap(({ links }) => links).find((each) => each.includes('/withdrawals/'));
  return link === undefined ? null : new URL(link).pathname;
}
