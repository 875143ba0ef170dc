import { data, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { isUuid } from '../../../shared/ids.ts';
import { orderSecretIn } from '../../../shared/order-cookie.ts';
import { sessionSecretIn } from '../../../shared/session-cookie.ts';
import { esim } from '../../../i18n/areas/esim.ts';
import { connection } from '../../../i18n/areas/connection.ts';
import { keep } from '../../../i18n/areas/keep.ts';
import { notices } from '../../../i18n/areas/notices.ts';
import { order } from '../../../i18n/areas/order.ts';
import { profile } from '../../../i18n/areas/profile.ts';
import { switches } from '../../../i18n/areas/switches.ts';
import type { OrderView } from '../../../shared/views.ts';
import { GUEST } from '../../api.ts';
import { ClosedOrder } from './closed-order.tsx';
import { OrderScreen } from './order-screen.tsx';
import { NowProvider } from '../../components/account/now.tsx';
import { OWNER } from './owner.ts';
import { servicesContext } from '../../context.ts';
import { addMessages } from '../../messages.ts';
import { useSession } from '../../session/session.ts';

addMessages({ connection, esim, keep, notices, order, profile, switches });

/** The page has installation data: it is never cached, and its URL is not sent as a referrer. */
export function headers() {
  return { 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' };
}

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const orderId = params['orderId'] ?? '';
  const { orderPages, lookAgain, identity, config } = context.get(servicesContext);
  const now = new Date().toISOString();
  if (!isUuid(orderId)) return data({ orderId, found: null, now }, { status: 404 });
  const cookies = request.headers.get('cookie');
  const session = sessionSecretIn(cookies, config.publicUrl);
  const found = await orderPages.view(orderId, {
    account: session === null ? null : await identity.cookies.holder(session),
    browserSecret: orderSecretIn(cookies, orderId, config.publicUrl),
  });
  if (found !== null) await lookAgain.atOrder(found.order);
  return data({ orderId, found, now }, { status: found === null ? 404 : 200 });
}

export default function OrderPage() {
  const { orderId, found, now } = useLoaderData<typeof loader>();
  return (
    <NowProvider at={now}>
      {found === null && <ClosedOrder key={orderId} orderId={orderId} />}
      {found?.access === 'account' && <OwnOrder key={orderId} order={found.order} />}
      {found !== null && found.access !== 'account' && <OrderScreen key={orderId} first={found.order} caller={GUEST} />}
    </NowProvider>
  );
}

/** An order of the signed-in account, which the server identified by the token-sync cookie. */
function OwnOrder({ order }: { order: OrderView }) {
  const session = useSession();
  if (session.status === 'signed-out') return <ClosedOrder orderId={order.id} />;
  return <OrderScreen first={order} caller={OWNER} />;
}
