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
import { loadTopUps } from './top-up-loader.ts';
import { TopUpScreen } from './top-up-screen.tsx';

// Outside of the layout of personal pages: it works without script.
export const handle: PageHandle = { sheets: ['account'] };

addMessages({ auth, autotopup, connection, errors, esim, keep, notices, order, profile, replacement, switches, topup });

export function headers() {
  return ORDER_HEADERS;
}

export const loader = loadTopUps;

/** "Top up", for one eSIM of an order, `?line=` its number. */
export default function TopUpPage() {
  const { orderId, found, number } = useLoaderData<typeof loader>();
  const session = useSession();
  const isAccounts = found?.access === 'account';
  if (found === null || (isAccounts && session.status === 'signed-out'))
    return <ClosedOrder key={orderId} orderId={orderId} Screen={TopUpScreen} />;
  return <TopUpScreen key={`${orderId} ${number}`} first={found.order} caller={isAccounts ? OWNER : GUEST} />;
}
