import { data, type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router';
import { auth } from '../../../../i18n/areas/auth.ts';
import { autotopup } from '../../../../i18n/areas/autotopup.ts';
import { connection } from '../../../../i18n/areas/connection.ts';
import { errors } from '../../../../i18n/areas/errors.ts';
import { esim } from '../../../../i18n/areas/esim.ts';
import { notices } from '../../../../i18n/areas/notices.ts';
import { replacement } from '../../../../i18n/areas/replacement.ts';
import { keep } from '../../../../i18n/areas/keep.ts';
import { order } from '../../../../i18n/areas/order.ts';
import { profile } from '../../../../i18n/areas/profile.ts';
import { steps } from '../../../../i18n/areas/steps.ts';
import { switches } from '../../../../i18n/areas/switches.ts';
import { topup } from '../../../../i18n/areas/topup.ts';
import { phoneOf, readState } from '../../../../shared/connection/address.ts';
import { GUEST } from '../../../api.ts';
import { servicesContext } from '../../../context.ts';
import { addMessages } from '../../../messages.ts';
import { useSession } from '../../../session/session.ts';
import type { PageHandle } from '../../../sheets.tsx';
import { ClosedOrder } from '../closed-order.tsx';
import { OWNER } from '../owner.ts';
import { ConnectionScreen } from './connection-screen.tsx';
import { openLine, placesFor } from './line-loader.ts';
import { OwnSearch } from './own-search.tsx';
import type { Report } from './search.ts';
import { searchIn } from './search-state.ts';

export const handle: PageHandle = { sheets: ['account'] };

addMessages({
  auth,
  autotopup,
  connection,
  errors,
  esim,
  keep,
  notices,
  order,
  profile,
  replacement,
  steps,
  switches,
  topup,
});

/** Like the page of the order: it is never cached, and its URL is not sent as a referrer. */
export function headers() {
  return { 'Cache-Control': 'private, no-store', 'Referrer-Policy': 'no-referrer' };
}

/** "No connection?" about one eSIM. All of its state is in the address; an answer leads to the address with its time. */
export async function loader(args: LoaderFunctionArgs) {
  const { request, params, context } = args;
  const query = new URL(request.url).searchParams;
  const now = Date.now();
  const orderId = params['orderId'] ?? '';
  const shown = await openLine(args, readState(query, now).country);
  if (shown === null) return data({ orderId, page: null }, { status: 404 });
  const { state, next } = searchIn(shown, query, now);
  if (next !== null) throw redirect(next);
  await context.get(servicesContext).lookAgain.atOrder(shown.order);
  const places = await placesFor(args, shown.about);
  const report: Report = { problem: query.get('problem') === 'too-many' ? 'tooMany' : null, send: null };
  const detected = phoneOf(request.headers.get('user-agent') ?? '');
  return data(
    { orderId, page: { shown, state, places, report, phone: state.phone ?? detected } },
    { status: places.problem === null ? 200 : 400 },
  );
}

export default function ConnectionPage() {
  const { orderId, page } = useLoaderData<typeof loader>();
  const session = useSession();
  if (page === null || (page.shown.isAccounts && session.status === 'signed-out'))
    return <ClosedOrder key={orderId} orderId={orderId} Screen={OwnSearch} />;
  return <ConnectionScreen {...page} caller={page.shown.isAccounts ? OWNER : GUEST} />;
}
