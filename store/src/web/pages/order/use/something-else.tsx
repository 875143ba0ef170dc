import { type ReactNode, useId } from 'react';
import { paths } from '../../../../shared/paths.ts';
import type { EsimInstallView, OrderView } from '../../../../shared/views.ts';
import { Card } from '../../../../ui/card.tsx';
import { CardIcon, ChevronRightIcon, DownloadIcon, PhoneIcon } from '../../../../ui/icons.tsx';
import { type Caller, GUEST } from '../../../api.ts';
import { statusOf } from '../../../components/account/esim-status.ts';
import { PageLink } from '../../../components/page-link.tsx';
import { useTranslation } from '../../../translation.tsx';
import { usePhoneInstallation } from '../install/platform.ts';
import { BellIcon, NoSignalIcon, SpeechIcon } from './icons.tsx';

/** The other reasons for which a traveller opens the page of an order; those of one eSIM for an order of one. */
export function SomethingElse({ order, caller }: { order: OrderView; caller: Caller }) {
  const { t } = useTranslation();
  const titleId = useId();
  const [only, second] = order.lines;
  return (
    <Card className="something-else no-print">
      <h2 className="h-sec" id={titleId}>
        {t('esim.more.title')}
      </h2>
      <ul className="link-rows" aria-labelledby={titleId}>
        {only?.esim != null && second === undefined && <EsimLinks order={order} esim={only.esim} number={1} />}
        {caller !== GUEST && (
          <MoreLink to={paths.notices()} icon={<BellIcon />}>
            {t('esim.more.notices')}
          </MoreLink>
        )}
        <MoreLink to={paths.contact(order.number)} icon={<SpeechIcon />}>
          {t('esim.more.person')}
        </MoreLink>
      </ul>
    </Card>
  );
}

/** The ways on for one eSIM: what is over has no connection to mend and needs no phone. */
export function EsimLinks({ order, esim, number }: { order: OrderView; esim: EsimInstallView; number: number }) {
  const { t } = useTranslation();
  const install = usePhoneInstallation();
  const status = statusOf(esim);
  // What is left of a deleted one stands above, with this way.
  const isOver = status === 'usedUp' || status === 'ended' || status === 'deleted';
  return (
    <>
      {status !== 'ended' && status !== 'deleted' && (
        <MoreLink to={paths.noConnection(order.id, number)} icon={<NoSignalIcon />}>
          {t('esim.more.connection')}
        </MoreLink>
      )}
      {!isOver && (
        <MoreLink to={paths.changedPhone(order.id, number)} icon={<PhoneIcon />}>
          {t('esim.more.phone')}
        </MoreLink>
      )}
      <MoreLink to={paths.refund(order.id, number)} icon={<CardIcon />}>
        {t('esim.more.refund')}
      </MoreLink>
      {status === 'notInstalled' && (
        <MoreLink to={install} icon={<DownloadIcon />}>
          {t('esim.more.install')}
        </MoreLink>
      )}
    </>
  );
}

function MoreLink({ to, icon, children }: { to: string; icon: ReactNode; children: ReactNode }) {
  return (
    <li>
      <PageLink to={to}>
        {icon}
        <span className="flex-1">{children}</span>
        <ChevronRightIcon size={18} />
      </PageLink>
    </li>
  );
}
