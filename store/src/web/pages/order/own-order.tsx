import type { OrderView } from '../../../shared/views.ts';
import type { Caller } from '../../api.ts';
import { settledSession, useSession } from '../../session/session.ts';
import { ClosedOrder } from './closed-order.tsx';
import { OrderScreen } from './order-screen.tsx';

/** Waits for the session, which this page loads: reading needs no token here, acting does. */
const OWNER: Caller = {
  async token(fresh) {
    const session = await settledSession();
    return session.status === 'signed-in' ? session.getToken(fresh) : null;
  },
};

/** An order of the account that is signed in, which the server knew by the cookie of token sync. */
export function OwnOrder({ order }: { order: OrderView }) {
  const session = useSession();
  if (session.status === 'signed-out') return <ClosedOrder orderId={order.id} />;
  return <OrderScreen first={order} caller={OWNER} />;
}
