import { useState } from 'react';
import { useTranslation } from '../../translation.tsx';
import { paths } from '../../../shared/paths.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { apiErrorCode, callApi } from '../../api.ts';

type State = 'idle' | 'sending' | 'sent' | 'tooMany' | 'network' | 'failed';

const PROBLEMS: Partial<Record<string, State>> = {
  'too-many-requests': 'tooMany',
  network: 'network',
  timeout: 'network',
};

/** Asks for a fresh link to an order. It goes to the order's address, which is not shown, if there is such an order. */
export function FreshLink({ orderId }: { orderId: string }) {
  const { t } = useTranslation();
  const [state, setState] = useState<State>('idle');

  async function send() {
    setState('sending');
    try {
      await callApi(paths.api.orderLink(orderId), { method: 'POST', body: {} });
      setState('sent');
    } catch (error) {
      setState(PROBLEMS[apiErrorCode(error)] ?? 'failed');
    }
  }

  if (state === 'sent') {
    return (
      <Alert tone="success" live>
        {t('order.freshLink.sent')}
      </Alert>
    );
  }
  return (
    <div className="stack justify-items-center">
      {state !== 'idle' && state !== 'sending' && (
        <Alert tone="danger" live>
          {t(`order.freshLink.${state}`)}
        </Alert>
      )}
      <Button variant="secondary" loading={state === 'sending'} onClick={() => void send()}>
        {t('order.freshLink.send')}
      </Button>
    </div>
  );
}
