import type { EsimView } from '../../../shared/views.ts';
import { paths } from '../../../shared/paths.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import type { IconProps } from '../../../ui/icons.tsx';
import { useTranslation } from '../../translation.tsx';
import { PageLink } from '../../components/page-link.tsx';
import { EsimCard } from './esim-card.tsx';
import { useNow } from '../../components/account/now.tsx';
import { groupsOf } from './esim-groups.ts';
import { statusOf } from '../../components/account/esim-status.ts';
import { LoadFailed } from '../../components/account/load-failed.tsx';
import { ShowMore } from './show-more.tsx';
import type { PagedList } from './use-list.ts';

/** The section with a card for each active eSIM. */
export function ActiveEsims({ list, retry, showMore }: PagedList<EsimView>) {
  const { t } = useTranslation();
  const active = list.status === 'ready' ? list.items : [];
  // The installation is the main task of a traveller, then data that ends; at most one button is primary (design,
  // "Button").
  const next =
    active.find((esim) => statusOf(esim) === 'notInstalled') ?? active.find((esim) => statusOf(esim) === 'lowData');
  return (
    <section aria-busy={list.status === 'loading'}>
      <div className="profile-head">
        <h2 className="h-sec">{t('profile.esims.title')}</h2>
        {active.length > 0 && (
          <PageLink className="link small" to={paths.plans()}>
            <PlusIcon size={16} />
            {t('profile.esims.add')}
          </PageLink>
        )}
      </div>
      {list.status === 'loading' && <LoadingCards />}
      {list.status === 'failed' && (
        <LoadFailed title={t('profile.esims.failed')} text={t('profile.esims.failedText')} onRetry={retry} />
      )}
      {list.status === 'ready' && active.length === 0 && list.next === null && <NoEsims />}
      {active.length > 0 && <Cards active={active} next={next} />}
      <ShowMore list={list} onShow={showMore} />
    </section>
  );
}

/** The cards, under headings where they belong to several groups. */
function Cards({ active, next }: { active: readonly EsimView[]; next: EsimView | undefined }) {
  const { t } = useTranslation();
  const groups = groupsOf(active, useNow());
  const grouped = groups.length > 1;
  return groups.map(({ group, esims }, index) => (
    <div key={group} className="esim-group">
      {grouped && <h3 className="h-card">{t(`profile.esims.group.${group}`)}</h3>}
      <div className="esim-grid">
        {esims.map((esim) => (
          <EsimCard key={esim.id} esim={esim} primary={esim === next} grouped={grouped} />
        ))}
        {index === groups.length - 1 && esims.length % 2 === 1 && <NextTrip />}
      </div>
    </div>
  ));
}

function NoEsims() {
  const { t } = useTranslation();
  return (
    <Card className="empty">
      <EmptyTicket />
      <h3 className="h-sec">{t('profile.esims.empty')}</h3>
      <p>{t('profile.esims.emptyText')}</p>
      <PageLink className={buttonClass({}, 'mt-2')} to={paths.plans()}>
        {t('profile.esims.browse')}
      </PageLink>
    </Card>
  );
}

/** Fills the gap of an odd number of cards in two columns. */
function NextTrip() {
  const { t } = useTranslation();
  return (
    <div className="add-tile">
      <span className="region-icon">
        <PlusIcon />
      </span>
      <b className="strong">{t('profile.esims.next')}</b>
      <PageLink className="link small" to={paths.plans()}>
        {t('profile.esims.browse')}
      </PageLink>
    </div>
  );
}

function LoadingCards() {
  const { t } = useTranslation();
  return (
    <>
      <VisuallyHidden>{t('profile.loading')}</VisuallyHidden>
      <div className="esim-grid late">
        {[1, 2].map((each) => (
          <Card padded key={each}>
            <Skeleton className="h-8 w-40" />
            <Skeleton className="h-4 w-full mt-6" />
            <Skeleton className="h-10 w-56 mt-6" />
            <Skeleton className="h-11 w-full mt-10" />
          </Card>
        ))}
      </div>
    </>
  );
}

function PlusIcon({ size = 20, ...rest }: IconProps) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.75}
      strokeLinecap="round"
      aria-hidden="true"
      {...rest}
    >
      <path d="M5 12h14 M12 5v14" />
    </svg>
  );
}

/** The outline of a ticket, for an empty state. */
function EmptyTicket() {
  return (
    <svg className="empty-ticket" width={134} height={72} viewBox="0 0 134 72" fill="none" aria-hidden="true">
      <rect className="line" x={1} y={1} width={132} height={70} rx={8} strokeWidth={2} strokeDasharray="5 4" />
      <path className="line" d="M89 2v68" strokeWidth={2} strokeDasharray="4 4" />
      <rect className="tint" x={16} y={18} width={31} height={22} rx={4} />
      <path className="line" d="M56 21h20M56 31h13M16 52h44" strokeWidth={4} strokeLinecap="round" />
      <circle className="plus" cx={111} cy={36} r={10} />
      <path d="M106.500 36h9M111 31.500v9" stroke="var(--on-action)" strokeWidth={1.8} strokeLinecap="round" />
    </svg>
  );
}
