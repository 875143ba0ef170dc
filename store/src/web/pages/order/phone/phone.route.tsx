import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { autotopup } from '../../../../i18n/areas/autotopup.ts';
import { connection } from '../../../../i18n/areas/connection.ts';
import { esim } from '../../../../i18n/areas/esim.ts';
import { notices } from '../../../../i18n/areas/notices.ts';
import { keep } from '../../../../i18n/areas/keep.ts';
import { order } from '../../../../i18n/areas/order.ts';
import { profile } from '../../../../i18n/areas/profile.ts';
import { replacement } from '../../../../i18n/areas/replacement.ts';
import { switches } from '../../../../i18n/areas/switches.ts';
import { topup } from '../../../../i18n/areas/topup.ts';
import type { OrderView } from '../../../../shared/views.ts';
import { GUEST } from '../../../api.ts';
import { addMessages } from '../../../messages.ts';
import { useSession } from '../../../session/session.ts';
import { ClosedOrder } from '../closed-order.tsx';
import { loadOrder, ORDER_HEADERS } from '../load-order.ts';
import { OWNER } from '../owner.ts';
import { PhoneScreen } from './phone-screen.tsx';

addMessages({ autotopup, connection, esim, keep, notices, order, profile, replacement, switches, topup });

export function headers() {
  return ORDER_HEADERS;
}

export const loader = (args: LoaderFunctionArgs) => loadOrder(args);

/** "I changed my phone": for one eSIM of an order, `?line=` its number. */
export default function PhonePage() {
  const { orderId, found } = useLoaderData<typeof loader>();
  return (
    <>
      {found === null && <ClosedOrder key={orderId} orderId={orderId} Screen={PhoneScreen} />}
      {found?.access === 'account' && <OwnPhone key={orderId} order={found.order} />}
      {found !== null && found.access !== 'account' && <PhoneScreen key={orderId} first={found.order} caller={GUEST} />}
    </>
  );
}

function OwnPhone({ order: own }: { order: OrderView }) {
  const session = useSession();
  if (session.status === 'signed-out') return <ClosedOrder orderId={own.id} Screen={PhoneScreen} />;
  return <PhoneScreen first={own} caller={OWNER} />;
}
