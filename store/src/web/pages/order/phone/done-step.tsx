import { paths } from '../../../../shared/paths.ts';
import type { OrderView } from '../../../../shared/views.ts';
import { buttonClass } from '../../../../ui/button.tsx';
import { Card } from '../../../../ui/card.tsx';
import type { Caller } from '../../../api.ts';
import { useLocalTime } from '../../../components/account/local-time.tsx';
import { PageLink } from '../../../components/page-link.tsx';
import { useFormat } from '../../../format.ts';
import { useTranslation } from '../../../translation.tsx';
import { FoldedCodes } from '../install/manual-codes.tsx';
import { OneTapInstall } from '../install/one-tap.tsx';
import { QrPanel } from '../install/qr-panel.tsx';
import { PlanTicket } from '../plan-ticket.tsx';
import { FactList } from '../use/stated-facts.tsx';
import { PhoneFrame } from './phone-frame.tsx';
import type { Step } from './step.ts';

type Props = Step & { caller: Caller; onOrder: (order: OrderView) => void };

/** The new eSIM, to be installed. */
export function DoneStep({ order, number, line, esim, moved, caller, onOrder }: Props) {
  const { t } = useTranslation();
  const format = useFormat();
  const timeOf = useLocalTime();
  const [old] = line.replaced;
  const isOff = line.replacement?.oldProfile !== 'unknown';
  const { dataMb, unlimited } = esim;
  const days = esim.plans[0]?.days ?? line.days;
  const ofNew = { ...line, dataMb, unlimited, days };
  return (
    <PhoneFrame
      order={order}
      number={number}
      title={t('replacement.done.title')}
      lede={t('replacement.done.lede')}
      moved={moved}
    >
      <PlanTicket line={ofNew} named>
        <QrPanel
          order={order}
          line={line}
          esim={esim}
          number={order.lines.length > 1 ? number : null}
          caller={caller}
          onOrder={onOrder}
        />
      </PlanTicket>
      <OneTapInstall esim={esim} />
      <FoldedCodes esim={esim} />
      <Card padded>
        <FactList
          rows={[
            [
              t('replacement.done.moved'),
              t('replacement.done.movedText', { data: format.planData(esim), days: format.days(days) }),
            ],
            ...(old === undefined
              ? []
              : [
                  [
                    t('replacement.done.old'),
                    isOff
                      ? t('replacement.done.oldEnded', { time: timeOf(old.endedAt) })
                      : t('replacement.done.oldUnknown'),
                  ] as const,
                ]),
            [t('replacement.done.paid'), format.money({ amount: 0, currency: order.total.currency })],
          ]}
        />
      </Card>
      <div className="row flex-wrap">
        <PageLink className={buttonClass({ variant: 'secondary' })} to={paths.order(order.id, number)}>
          {t('replacement.done.to')}
        </PageLink>
      </div>
    </PhoneFrame>
  );
}
