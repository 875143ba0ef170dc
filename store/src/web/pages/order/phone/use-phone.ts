import { type FormEvent, useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { paths } from '../../../../shared/paths.ts';
import { BUYER_REASONS } from '../../../../shared/replacement.ts';
import type { OrderView } from '../../../../shared/views.ts';
import { apiErrorCode, type Caller, callApi } from '../../../api.ts';

/** Where the buyer says that the old phone is. */
export type Old = 'here' | 'reset' | 'gone';
const OLD: readonly Old[] = ['here', 'reset', 'gone'];

/** What the page's address says: the line, the answer, and what came of a form that was sent without script. */
export function usePhoneAddress(order: OrderView) {
  const [query] = useSearchParams();
  const number = Number(query.get('line') ?? 1);
  const line = order.lines[number - 1];
  return {
    number,
    line,
    old: OLD.find((each) => each === query.get('old')) ?? null,
    sent: query.get('sent') === '1',
    problem: query.get('problem'),
  };
}

type Given = { order: OrderView; number: number; caller: Caller; onOrder: (order: OrderView) => void };

export type PhoneForms = ReturnType<typeof usePhoneForms>;

/**
 * The forms of the page. They are sent to the page's own address (`http/pages/phone-form.ts`); with script, by a call of the
 * API instead, which the owner's token may make.
 */
export function usePhoneForms({ order, number, caller, onOrder }: Given) {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  async function send(form: FormData) {
    setBusy(true);
    setProblem(null);
    const params = { orderId: order.id };
    const what = form.get('do');
    try {
      const answer =
        what === 'look'
          ? await callApi('post /orders/{orderId}/profile', { params, body: { line: number }, caller })
          : what === 'ask'
            ? await callApi('post /orders/{orderId}/replacement', {
                params,
                body: { line: number, reason: reasonIn(form) },
                caller,
              })
            : await callApi('post /orders/{orderId}/replacement/withdrawal', {
                params,
                body: { line: number },
                caller,
              });
      onOrder(answer.order);
      const to = paths.changedPhone(order.id, number, what === 'look' ? 'reset' : 'gone');
      await navigate(`${to}&sent=1`, { replace: what !== 'look' });
    } catch (failure) {
      setProblem(apiErrorCode(failure));
    } finally {
      setBusy(false);
    }
  }

  return {
    busy,
    problem,
    action: pathname,
    number,
    onSubmit(event: FormEvent<HTMLFormElement>) {
      event.preventDefault();
      if (!busy) void send(new FormData(event.currentTarget));
    },
  };
}

const reasonIn = (form: FormData) => BUYER_REASONS.find((reason) => reason === form.get('reason')) ?? 'lost';
