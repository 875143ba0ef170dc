import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { autotopup } from '../../../i18n/areas/autotopup.ts';
import { connection } from '../../../i18n/areas/connection.ts';
import { esim } from '../../../i18n/areas/esim.ts';
import { keep } from '../../../i18n/areas/keep.ts';
import { notices } from '../../../i18n/areas/notices.ts';
import { order } from '../../../i18n/areas/order.ts';
import { profile } from '../../../i18n/areas/profile.ts';
import { replacement } from '../../../i18n/areas/replacement.ts';
import { switches } from '../../../i18n/areas/switches.ts';
import { topup } from '../../../i18n/areas/topup.ts';
import type { OrderView } from '../../../shared/views.ts';
import { GUEST } from '../../api.ts';
import { ClosedOrder } from './closed-order.tsx';
import { loadOrder, ORDER_HEADERS } from './load-order.ts';
import { OrderScreen } from './order-screen.tsx';
import { NowProvider } from '../../components/account/now.tsx';
import { addMessages } from '../../messages.ts';
import { OWNER } from './owner.ts';
import { OrderTexts } from './top-up/order-texts.tsx';
import { useSession } from '../../session/session.ts';

addMessages({ autotopup, connection, esim, keep, notices, order, profile, replacement, switches, topup });

export function headers() {
  return ORDER_HEADERS;
}

export const loader = (args: LoaderFunctionArgs) => loadOrder(args);

export default function OrderPage() {
  const { orderId, found, now, texts } = useLoaderData<typeof loader>();
  return (
    <NowProvider at={now}>
      <OrderTexts texts={texts}>
        {found === null && <ClosedOrder key={orderId} orderId={orderId} />}
        {found?.access === 'account' && <OwnOrder key={orderId} order={found.order} />}
        {found !== null && found.access !== 'account' && (
          <OrderScreen key={orderId} first={found.order} caller={GUEST} />
        )}
      </OrderTexts>
    </NowProvider>
  );
}

/** An order of the signed-in account, which the server identified by the token-sync cookie. */
function OwnOrder({ order }: { order: OrderView }) {
  const session = useSession();
  if (session.status === 'signed-out') return <ClosedOrder orderId={order.id} />;
  return <OrderScreen first={order} caller={OWNER} />;
}
