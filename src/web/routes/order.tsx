import { data, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { isUuid } from '../../shared/ids.ts';
import { orderSecretIn } from '../../shared/order-cookie.ts';
import { GUEST } from '../api.ts';
import { ClosedOrder } from '../components/order/closed-order.tsx';
import { OrderScreen } from '../components/order/order-screen.tsx';
import { servicesContext } from '../context.ts';

/** Holds what installs an eSIM: kept nowhere, and its address goes to nobody. */
export function headers() {
  return { 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' };
}

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const orderId = params['orderId'] ?? '';
  const { orderPages, config } = context.get(servicesContext);
  const order = isUuid(orderId)
    ? await orderPages.view(orderId, {
        account: null,
        browserSecret: orderSecretIn(request.headers.get('cookie'), orderId, config.publicUrl),
      })
    : null;
  return data({ orderId, order }, { status: order === null ? 404 : 200 });
}

export default function OrderPage() {
  const { orderId, order } = useLoaderData<typeof loader>();
  return (
    <>
      <meta name="robots" content="noindex" />
      {order === null ? (
        <ClosedOrder key={orderId} orderId={orderId} />
      ) : (
        <OrderScreen key={orderId} first={order} caller={GUEST} />
      )}
    </>
  );
}
