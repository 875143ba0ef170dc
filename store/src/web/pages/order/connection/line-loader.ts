import { data, type LoaderFunctionArgs, redirect } from 'react-router';
import { isUuid } from '../../../../shared/ids.ts';
import { orderSecretIn } from '../../../../shared/order-cookie.ts';
import { paths } from '../../../../shared/paths.ts';
import { sessionSecretIn } from '../../../../shared/session-cookie.ts';
import type { EsimInstallView, OrderLineView, OrderView } from '../../../../shared/views.ts';
import type { AboutLine, Places } from '../../../../shared/connection/about.ts';
import { servicesContext } from '../../../context.ts';

/** One eSIM of an order, with what is known about it besides. */
export type Shown = {
  order: OrderView;
  /** Whether the order is the account's; otherwise this browser's cookie opens it. */
  isAccounts: boolean;
  /** The number of the eSIM in its order, from 1. */
  number: number;
  line: OrderLineView;
  esim: EsimInstallView;
  about: AboutLine;
};

/**
 * Opens the eSIM of `?line=`, with the access of its order's page; null without access. An order that has no such line is a
 * 404. A line without an eSIM that works, such as a refunded one, leads to the page of the order, which says why.
 */
export async function openLine(
  { request, params, context }: Pick<LoaderFunctionArgs, 'request' | 'params' | 'context'>,
  country: string | null,
): Promise<Shown | null> {
  const orderId = params['orderId'] ?? '';
  const { orderPages, identity, config, connection } = context.get(servicesContext);
  if (!isUuid(orderId)) return null;
  const cookies = request.headers.get('cookie');
  const session = sessionSecretIn(cookies, config.publicUrl);
  const found = await orderPages.view(orderId, {
    account: session === null ? null : await identity.cookies.holder(session),
    browserSecret: orderSecretIn(cookies, orderId, config.publicUrl),
  });
  if (found === null) return null;
  const { order, access } = found;
  const number = Number(new URL(request.url).searchParams.get('line') ?? '1');
  const line = Number.isInteger(number) ? order.lines[number - 1] : undefined;
  if (!line) throw data(null, { status: 404 });
  const about = line.esim && (await connection.about(orderId, number, country));
  if (!line.esim || !about) throw redirect(paths.order(orderId, number));
  return { order, isAccounts: access === 'account', number, line, esim: line.esim, about };
}

/** The places of the question for the country, by what the address says. */
export function placesFor(
  { request, context }: Pick<LoaderFunctionArgs, 'request' | 'context'>,
  { country }: AboutLine,
): Promise<Places> {
  const query = new URL(request.url).searchParams;
  const said = { country: query.get('in'), zone: query.get('zone') };
  return context.get(servicesContext).connection.places(said, country?.code ?? null);
}
