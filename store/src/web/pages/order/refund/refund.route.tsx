import { useLoaderData } from 'react-router';
import { auth } from '../../../../i18n/areas/auth.ts';
import { autotopup } from '../../../../i18n/areas/autotopup.ts';
import { connection } from '../../../../i18n/areas/connection.ts';
import { errors } from '../../../../i18n/areas/errors.ts';
import { esim } from '../../../../i18n/areas/esim.ts';
import { keep } from '../../../../i18n/areas/keep.ts';
import { notices } from '../../../../i18n/areas/notices.ts';
import { order } from '../../../../i18n/areas/order.ts';
import { profile } from '../../../../i18n/areas/profile.ts';
import { refunds } from '../../../../i18n/areas/refunds.ts';
import { replacement } from '../../../../i18n/areas/replacement.ts';
import { switches } from '../../../../i18n/areas/switches.ts';
import { topup } from '../../../../i18n/areas/topup.ts';
import { GUEST } from '../../../api.ts';
import { addMessages } from '../../../messages.ts';
import { useSession } from '../../../session/session.ts';
import type { PageHandle } from '../../../sheets.tsx';
import { ClosedOrder } from '../closed-order.tsx';
import { ORDER_HEADERS } from '../load-order.ts';
import { OWNER } from '../owner.ts';
import { loadRefund } from './refund-loader.ts';
import { RefundScreen } from './refund-screen.tsx';

// Outside of the layout of personal pages: it works without script.
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
  refunds,
  replacement,
  switches,
  topup,
});

export function headers() {
  return ORDER_HEADERS;
}

export const loader = loadRefund;

/** The refund of one line of an order, `?line=` its number. */
export default function RefundPage() {
  const { orderId, found, number } = useLoaderData<typeof loader>();
  const session = useSession();
  const isAccounts = found?.access === 'account';
  if (found === null || (isAccounts && session.status === 'signed-out'))
    return <ClosedOrder key={orderId} orderId={orderId} Screen={RefundScreen} />;
  return <RefundScreen key={`${orderId} ${number}`} first={found.order} caller={isAccounts ? OWNER : GUEST} />;
}
