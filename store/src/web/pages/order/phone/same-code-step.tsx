import type { ReactNode } from 'react';
import { paths } from '../../../../shared/paths.ts';
import type { OrderView } from '../../../../shared/views.ts';
import { Alert } from '../../../../ui/alert.tsx';
import { Button, buttonClass } from '../../../../ui/button.tsx';
import { Card } from '../../../../ui/card.tsx';
import { classNames } from '../../../../ui/class-names.ts';
import type { Caller } from '../../../api.ts';
import { useLocalTime } from '../../../components/account/local-time.tsx';
import { PageLink } from '../../../components/page-link.tsx';
import { useFormat } from '../../../format.ts';
import { useTranslation } from '../../../translation.tsx';
import { FoldedCodes } from '../install/manual-codes.tsx';
import { OneTapInstall } from '../install/one-tap.tsx';
import { QrPanel } from '../install/qr-panel.tsx';
import { useLineWords } from '../order-words.ts';
import { PlanTicket } from '../plan-ticket.tsx';
import { FactList } from '../use/stated-facts.tsx';
import { PhoneForm, PhoneFrame, useRestText } from './phone-frame.tsx';
import type { StepWithNews } from './step.ts';

type Props = StepWithNews & { old: 'here' | 'reset'; caller: Caller; onOrder: (order: OrderView) => void };

/** The old phone is there: the same code works again, or works once. */
export function SameCodeStep(props: Props) {
  const { t } = useTranslation();
  const { order, number, line, esim, moved, news, old } = props;
  const frame = { order, number, moved };
  if (line.onNewPhone?.reinstalls !== true)
    return (
      <PhoneFrame {...frame} title={t('replacement.same.onceTitle')} lede={t('replacement.same.onceLede')}>
        {news}
        {old === 'here' && <Alert tone="info">{t('replacement.same.onceHere')}</Alert>}
        <Moves {...props} />
        <AskForNew {...props} />
      </PhoneFrame>
    );
  // Only after the reader's own look: what our books say may be older.
  if (esim.profileState === 'released' && moved)
    return (
      <PhoneFrame {...frame} title={t('replacement.same.releasedTitle')} lede={t('replacement.same.releasedLede')}>
        <PlanTicket line={line}>
          <QrPanel {...props} number={order.lines.length > 1 ? number : null} />
        </PlanTicket>
        <OneTapInstall esim={esim} />
        <FoldedCodes esim={esim} />
        <Moves {...props} />
      </PhoneFrame>
    );
  return (
    <PhoneFrame {...frame} title={t('replacement.same.title')} lede={t('replacement.same.lede')}>
      {news}
      {moved && (
        <Alert tone="warning" title={t('replacement.same.notYetTitle')} live>
          <p>{t('replacement.same.notYet')}</p>
        </Alert>
      )}
      <Steps {...props} />
      <Moves {...props} />
      <p className="small muted">
        {t('replacement.same.sure')}{' '}
        <PageLink className="link" to={paths.changedPhone(order.id, number, 'gone')}>
          {t('replacement.same.gone')}
        </PageLink>
      </p>
    </PhoneFrame>
  );
}

/** What is to be done, one step after the other; the network is asked after the first. */
function Steps({ order, number, line, esim, forms }: Props) {
  const { t } = useTranslation();
  const timeOf = useLocalTime();
  const { destination } = useLineWords()(line);
  const isThere = esim.profileState !== 'deleted' && esim.usageAt !== null;
  return (
    <Card className="changed-phone__steps">
      <ol>
        <StepItem
          done={isThere}
          title={t(isThere ? 'replacement.same.stillThere' : 'replacement.same.unknown')}
          note={esim.usageAt === null ? '' : t('replacement.same.seen', { time: timeOf(esim.usageAt) })}
        />
        <StepItem now title={t('replacement.same.delete')}>
          <p>{t('replacement.same.deleteText', { place: destination })}</p>
          <div className="row mt-3.5 flex-wrap gap-2.5">
            <PhoneForm forms={forms} what="look">
              <Button type="submit" loading={forms.busy}>
                {t('replacement.same.deleted')}
              </Button>
            </PhoneForm>
            <PageLink
              className={buttonClass({ variant: 'secondary' })}
              to={paths.changedPhone(order.id, number, 'gone')}
            >
              {t('replacement.same.cannot')}
            </PageLink>
          </div>
        </StepItem>
        <StepItem title={t('replacement.same.install')} />
        <StepItem title={t('replacement.same.on')} />
      </ol>
    </Card>
  );
}

function StepItem({
  title,
  note = '',
  done = false,
  now = false,
  children,
}: {
  title: string;
  note?: string;
  done?: boolean;
  now?: boolean;
  children?: ReactNode;
}) {
  return (
    <li
      className={classNames(done && 'changed-phone__step--done', now && 'changed-phone__step--now')}
      aria-current={now ? 'step' : undefined}
    >
      <div className="row between">
        <b>{title}</b>
        {note !== '' && <span className="small muted">{note}</span>}
      </div>
      {children}
    </li>
  );
}

/** What moves, and what it costs. */
function Moves({ order, line }: Props) {
  const { t } = useTranslation();
  const format = useFormat();
  const restText = useRestText();
  const reinstalls = line.onNewPhone?.reinstalls === true;
  return (
    <Card padded>
      <FactList
        rows={[
          [t('replacement.same.moves'), restText(line)],
          [t('replacement.same.costs'), format.money({ amount: 0, currency: order.total.currency })],
          ...(reinstalls ? [[t('replacement.same.without'), t('replacement.same.withoutText')] as const] : []),
        ]}
      />
    </Card>
  );
}

function AskForNew({ order, number }: Props) {
  const { t } = useTranslation();
  return (
    <div className="row flex-wrap">
      <PageLink className={buttonClass({ size: 'lg' })} to={paths.changedPhone(order.id, number, 'gone')}>
        {t('replacement.same.next')}
      </PageLink>
      <PageLink className={buttonClass({ variant: 'secondary', size: 'lg' })} to={paths.order(order.id, number)}>
        {t('replacement.new.keep')}
      </PageLink>
    </div>
  );
}
