import { type FormEvent, useState } from 'react';
import { stateQuery } from '../../../../shared/connection/address.ts';
import type { AboutLine } from '../../../../shared/connection/about.ts';
import { MAX_MESSAGE_LENGTH } from '../../../../shared/forms/contact.ts';
import type { OrderView } from '../../../../shared/views.ts';
import { Alert } from '../../../../ui/alert.tsx';
import { Button } from '../../../../ui/button.tsx';
import { TextArea } from '../../../../ui/field.tsx';
import { useLocalInstant } from '../../../components/account/local-time.tsx';
import { useTranslation } from '../../../translation.tsx';
import type { Report, Search } from './search.ts';

/** The tickets that this page has opened about the eSIM; the target of the address after it opened one. */
export function OpenTickets({
  order,
  tickets,
  problem,
}: {
  order: OrderView;
  tickets: AboutLine['tickets'];
  problem: Report['problem'];
}) {
  const { t } = useTranslation();
  const instantOf = useLocalInstant();
  const [last] = tickets;
  if (last === undefined && problem === null) return null;
  return (
    <div id="ticket" className="stack gap-3">
      {problem !== null && (
        <Alert tone="danger" title={t(`connection.ticket.${problem}`)} live>
          {t(`connection.ticket.${problem}Text`)}
        </Alert>
      )}
      {last !== undefined && (
        <Alert
          tone="success"
          title={t(`connection.ticket.${last.wants === 'refund' ? 'sentRefund' : 'sent'}`, { number: last.number })}
        >
          {t('connection.ticket.sentText', { time: instantOf(last.at), email: order.email })}
        </Alert>
      )}
    </div>
  );
}

/** Support at any time, before every step was tried. */
export function AskSupport({ search }: { search: Search }) {
  const { t } = useTranslation();
  return (
    <details className="connection__support">
      <summary className="link">{t('connection.ticket.now')}</summary>
      <p>{t('connection.ticket.nowText')}</p>
      <SupportForm search={search} offersRefund={false} />
    </details>
  );
}

/** Opens a ticket by a form that needs no script. It carries the search; the note is optional. */
export function SupportForm({
  search: { here, shown, state, phone, report },
  offersRefund,
}: {
  search: Search;
  offersRefund: boolean;
}) {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);

  async function submit(event: FormEvent<HTMLFormElement>) {
    if (report.send === null) return;
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    await report.send(new FormData(event.currentTarget, (event.nativeEvent as SubmitEvent).submitter));
    setBusy(false);
  }

  return (
    <form
      className="stack gap-4"
      method="post"
      action={here().split(/[?#]/)[0]}
      onSubmit={(event) => void submit(event)}
      aria-busy={busy || undefined}
    >
      <input type="hidden" name="line" value={shown.number} />
      <input type="hidden" name="state" value={stateQuery({ ...state, phone })} />
      <TextArea
        label={t('connection.ticket.note')}
        name="note"
        rows={3}
        maxLength={MAX_MESSAGE_LENGTH}
        hint={t('connection.ticket.hint')}
      />
      <div className="row flex-wrap">
        <Button type="submit" name="wants" value="help">
          {t('connection.ticket.help')}
        </Button>
        {offersRefund && (
          <Button type="submit" variant="secondary" name="wants" value="refund">
            {t('connection.ticket.refund')}
          </Button>
        )}
      </div>
    </form>
  );
}
