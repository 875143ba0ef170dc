import { useId } from 'react';
import type { EsimView } from '../../../shared/views.ts';
import { paths } from '../../../shared/paths.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { Ticket } from '../../../ui/card.tsx';
import { WarningIcon } from '../../../ui/icons.tsx';
import { Meter } from '../../../ui/meter.tsx';
import { useFormat } from '../../format.ts';
import { useTranslation } from '../../translation.tsx';
import { PageLink } from '../../components/page-link.tsx';
import { OfferMark } from '../../components/plans/offer-mark.tsx';
import { BuyAgain } from '../../components/account/buy-again.tsx';
import { EsimChip } from '../../components/account/esim-chip.tsx';
import { statusOf } from '../../components/account/esim-status.ts';
import { useLocalInstant } from '../../components/account/local-time.tsx';
import { useNow } from '../../components/account/now.tsx';
import { endsSoon } from './esim-groups.ts';

/**
 * One active eSIM. `primary`: its button is the section's primary button. `grouped`: it stands below the heading of a
 * group.
 */
export function EsimCard({ esim, primary, grouped }: { esim: EsimView; primary: boolean; grouped: boolean }) {
  const { t } = useTranslation();
  const nameId = useId();
  const status = statusOf(esim);
  const waiting = status === 'notInstalled';
  const now = useNow();
  const isTopUp = status === 'lowData' || endsSoon(esim, now);
  return (
    <Ticket
      as="article"
      className="esim-card"
      aria-labelledby={nameId}
      head={
        <>
          <CardHead esim={esim} nameId={nameId} as={grouped ? 'h4' : 'h3'} />
          {esim.unlimited === null && !waiting && <UsedData esim={esim} />}
          <Concern esim={esim} />
          <PlanData esim={esim} />
        </>
      }
    >
      <div className="esim-card__actions">
        {isTopUp && (
          <PageLink
            className={buttonClass({ variant: primary ? 'primary' : 'secondary' })}
            to={paths.topUp(esim.orderId, esim.line)}
            aria-describedby={nameId}
          >
            {t('profile.esims.topUp')}
          </PageLink>
        )}
        {status === 'lowData' && <BuyAgain plan={esim} variant="secondary" describedBy={nameId} />}
        <PageLink
          className={buttonClass({
            variant: primary && waiting ? 'primary' : isTopUp ? 'ghost' : 'secondary',
          })}
          to={paths.order(esim.orderId, esim.line)}
          aria-describedby={nameId}
        >
          {t(waiting ? 'profile.esims.install' : 'profile.esims.details')}
        </PageLink>
      </div>
    </Ticket>
  );
}

type PartProps = { esim: EsimView };

/** The owner's own name for the eSIM, or the place; then the place and the plan, as far as the name does not say them. */
function CardHead({ esim, nameId, as: Heading }: PartProps & { nameId: string; as: 'h3' | 'h4' }) {
  const { t, locale } = useTranslation();
  const place = (esim.forPlace ?? esim).name[locale];
  return (
    <div className="esim-card__head">
      <OfferMark offer={esim.forPlace ?? esim} />
      <div>
        <Heading className="h-card wrap-anywhere" id={nameId}>
          {esim.ownName ?? place}
        </Heading>
        {esim.ownName !== null && <p className="small muted">{place}</p>}
        {esim.forPlace !== null && (
          <p className="small muted">{t('plans.ofDestination', { destination: esim.name[locale] })}</p>
        )}
      </div>
      <EsimChip status={statusOf(esim)} />
    </div>
  );
}

/** Why the eSIM needs attention, where neither its chip nor its meter says so. */
function Concern({ esim }: PartProps) {
  const { t } = useTranslation();
  const now = useNow();
  const instantOf = useLocalInstant();
  const words = [
    ...(endsSoon(esim, now) ? [t('profile.esims.endsSoon')] : []),
    ...(esim.awaySince === null ? [] : [t('profile.esims.away', { time: instantOf(esim.awaySince) })]),
  ];
  return words.map((each) => (
    <p key={each} className="esim-card__concern">
      <WarningIcon size={16} />
      {each}
    </p>
  ));
}

function UsedData({ esim }: PartProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const usedMb = esim.dataMb - esim.remainingMb;
  const used = format.data(usedMb);
  const data = format.planData(esim);
  return (
    <div className="esim-card__meter">
      <div className="row between small mb-2">
        <span className="muted">{t('profile.esims.used')}</span>
        <span className="tnum">
          <b className="strong">{used}</b> <span className="muted">{t('profile.esims.of', { data })}</span>
        </span>
      </div>
      <Meter
        value={usedMb / esim.dataMb}
        label={t('profile.esims.used')}
        text={t('profile.esims.usedOf', { used, data })}
        tone={statusOf(esim) === 'lowData' ? 'warning' : 'normal'}
      />
    </div>
  );
}

function PlanData({ esim }: PartProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const data = format.planData(esim);
  return (
    <dl className="esim-card__data">
      <div>
        <dt>{t('profile.esims.package')}</dt>
        <dd>{t('profile.esims.packageValue', { data, days: format.days(esim.days) })}</dd>
      </div>
      <div>
        <dt>{t('profile.esims.validUntil')}</dt>
        <dd>
          {esim.validUntil === null
            ? esim.activation === null
              ? format.days(esim.days)
              : t(`profile.esims.from.${esim.activation}`, { days: format.days(esim.days) })
            : t('profile.esims.validUntilDate', { date: format.date(esim.validUntil) })}
        </dd>
      </div>
    </dl>
  );
}
