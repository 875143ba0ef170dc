import { type FormEvent, useCallback, useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { paths } from '../../../../shared/paths.ts';
import { FAULT_REASONS, UNUSED_REASONS } from '../../../../shared/refund-request.ts';
import type { LineRefundView } from '../../../../shared/refund-views.ts';
import { apiErrorCode, type Caller, callApi } from '../../../api.ts';

type Given = { orderId: string; number: number; caller: Caller; first: LineRefundView | null; problem: string | null };

export type RefundForms = ReturnType<typeof useRefund>;

/**
 * The refund of a line and its forms. They are sent to the page's own address (`http/pages/refund-form.ts`); with script, by
 * a call of the API instead, which the owner's token may make.
 */
export function useRefund({ orderId, number, caller, first, problem: before }: Given) {
  const navigate = useNavigate();
  const [refund, setRefund] = useState(first);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState(before);
  const [moved, setMoved] = useState(false);

  const look = useCallback(async () => {
    const params = { orderId, line: String(number) };
    setRefund(await callApi('get /orders/{orderId}/lines/{line}/refund', { params, caller }));
  }, [orderId, number, caller]);

  useEffect(() => {
    if (refund !== null) return;
    look().catch((error: unknown) => setProblem(apiErrorCode(error)));
  }, [refund, look]);

  async function send(form: FormData) {
    setBusy(true);
    setProblem(null);
    try {
      setRefund(await call({ orderId, number, caller }, form));
      setMoved(true);
      await navigate(paths.refund(orderId, number), { replace: true, preventScrollReset: false });
    } catch (error) {
      setProblem(apiErrorCode(error));
      await look().catch(() => undefined);
    } finally {
      setBusy(false);
    }
  }

  return {
    refund,
    busy,
    problem,
    /** The reader's own click led to what is shown. */
    moved,
    async again() {
      await look().catch(() => undefined);
      setMoved(true);
    },
    onSubmit(event: FormEvent<HTMLFormElement>) {
      event.preventDefault();
      if (!busy) void send(new FormData(event.currentTarget));
    },
  };
}

function call({ orderId, number, caller }: Pick<Given, 'orderId' | 'number' | 'caller'>, form: FormData) {
  const params = { orderId, line: String(number) };
  if (form.get('do') === 'refund')
    return callApi('post /orders/{orderId}/lines/{line}/refund', {
      params,
      body: { reason: UNUSED_REASONS.find((each) => each === form.get('reason')) ?? 'not-said' },
      caller,
    });
  const text = (name: string) => String(form.get(name) ?? '').trim();
  return callApi('post /orders/{orderId}/lines/{line}/refund-request', {
    params,
    body: {
      reason: FAULT_REASONS.find((each) => each === form.get('reason')) ?? 'other',
      where: text('where'),
      when: text('when'),
      words: text('words'),
    },
    caller,
  });
}
