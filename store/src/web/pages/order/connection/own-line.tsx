import { type ReactNode, useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { Places } from '../../../../shared/connection/about.ts';
import { paths } from '../../../../shared/paths.ts';
import type { OrderView } from '../../../../shared/views.ts';
import { Alert } from '../../../../ui/alert.tsx';
import { Button } from '../../../../ui/button.tsx';
import { apiErrorCode, type Caller, callApi } from '../../../api.ts';
import { useTranslation } from '../../../translation.tsx';
import { OpeningOrder } from '../closed-order.tsx';
import type { Shown } from './line-loader.ts';

/** One eSIM as the API answers for the address `of`, and the time of the server then. */
export type OwnLine = { of: string; shown: Shown; places: Places; now: number };

/**
 * What the page's loader answers to a cookie, from the API for the account's owner without one: a hosted identity service
 * has the account, or the browser keeps no session. Asks again at each address. A line without an eSIM that works leads to
 * the page of the order, which says why.
 */
function useOwnLine({ id: orderId }: OrderView, caller: Caller) {
  const { search, key } = useLocation();
  const navigate = useNavigate();
  const [line, setLine] = useState<OwnLine>();
  const [failed, setFailed] = useState(false);
  const [round, setRound] = useState(0);

  useEffect(() => {
    let left = false;
    const query = new URLSearchParams(search);
    const number = Number(query.get('line') ?? '1');
    const said = { country: query.get('in') ?? undefined, zone: query.get('zone') ?? undefined };
    setFailed(false);
    const params = { orderId, line: String(number) };
    callApi('get /orders/{orderId}/lines/{line}/connection', { params, query: said, caller }).then(
      ({ order, about, places, now }) => {
        const [bought, esim] = [order.lines[number - 1], order.lines[number - 1]?.esim];
        if (left || !bought || !esim) return;
        setLine({ of: search, shown: { order, isAccounts: true, number, line: bought, esim, about }, places, now });
      },
      (error: unknown) => {
        if (left) return;
        if (apiErrorCode(error) === 'not-found') void navigate(paths.order(orderId), { replace: true });
        else setFailed(true);
      },
    );
    return () => {
      left = true;
    };
  }, [orderId, caller, search, key, round, navigate]);

  return { line, failed, again: () => setRound((count) => count + 1) };
}

/** Shows an eSIM of an order once the API has answered. */
export function OwnLinePage({
  order,
  caller,
  children,
}: {
  order: OrderView;
  caller: Caller;
  children: (line: OwnLine, again: () => void) => ReactNode;
}) {
  const { t } = useTranslation();
  const { line, failed, again } = useOwnLine(order, caller);
  if (line === undefined && !failed) return <OpeningOrder />;
  return (
    <>
      {failed && (
        <div className="wrap py-6">
          <Alert tone="danger" title={t('order.closed.failed')} live>
            <Button onClick={again}>{t('order.retry')}</Button>
          </Alert>
        </div>
      )}
      {line !== undefined && children(line, again)}
    </>
  );
}
