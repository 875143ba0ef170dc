import { useEffect, useRef } from 'react';
import { type Phone, type SearchState, stateQuery } from '../../../../shared/connection/address.ts';
import { nextOf } from '../../../../shared/connection/diagnosis.ts';
import { paths } from '../../../../shared/paths.ts';
import type { EsimInstallView, OrderView } from '../../../../shared/views.ts';
import { Card } from '../../../../ui/card.tsx';
import type { Caller } from '../../../api.ts';
import { useLocalInstant } from '../../../components/account/local-time.tsx';
import { PageTitle } from '../../../components/chrome/page-title.tsx';
import { PageLink } from '../../../components/page-link.tsx';
import { useHydrated } from '../../../use-hydrated.ts';
import { useTranslation } from '../../../translation.tsx';
import { useLineWords } from '../order-words.ts';
import { Crumbs } from './crumbs.tsx';
import { EndRow } from './end-row.tsx';
import { FactRows } from './fact-rows.tsx';
import { factsFor } from './line-facts.ts';
import type { Report, Search } from './search.ts';
import type { Places } from '../../../../shared/connection/about.ts';
import type { Shown } from './line-loader.ts';
import { StepRow, TriedRows, WaitingRows } from './step-rows.tsx';
import { AskSupport, OpenTickets } from './support.tsx';
import { useLooks } from './use-looks.ts';

type Props = { shown: Shown; state: SearchState; phone: Phone; places: Places; report: Report; caller: Caller };

/** "No connection?": what is reported, what was tried, the next step or the end, and support. */
export function ConnectionScreen({ shown, caller, ...given }: Props) {
  const { t, locale } = useTranslation();
  const { order, isLooking } = useLooks(shown.order, caller);
  const esim = order.lines[shown.number - 1]?.esim ?? shown.esim;
  const facts = factsFor(shown, esim);
  const outcome = nextOf(facts, given.state);
  const here: Search['here'] = (more = '', changes = {}) =>
    `${paths.noConnection(order.id, shown.number, stateQuery({ ...given.state, ...changes }))}${more}#step`;
  const search: Search = { ...given, shown, esim, facts, outcome, here };
  const { destination } = useLineWords()(shown.line);
  useStepFocus(given.state);
  return (
    <div className="wrap connection">
      <PageTitle title={t('connection.title')} />
      <header className="stack gap-2">
        <Crumbs order={order} line={shown.number} page={t('connection.title')} />
        <h1 className="h-display">{t('connection.heading')}</h1>
        <p className="lede">{t('connection.lede', { destination })}</p>
      </header>
      <OpenTickets order={order} tickets={shown.about.tickets} problem={given.report.problem} />
      <Card className="connection__card">
        <Reading order={order} esim={esim} isLooking={isLooking} here={here()} />
        <ol className="search-list">
          <FactRows search={search} />
          <TriedRows search={search} />
          {'step' in outcome ? (
            <StepRow search={search} step={outcome.step} />
          ) : (
            <EndRow search={search} end={outcome.end} />
          )}
          <WaitingRows search={search} />
        </ol>
        <p className="sr" role="status">
          {'end' in outcome && t(`connection.end.${outcome.end}.title`, { country: shown.about.country?.name[locale] })}
        </p>
      </Card>
      <p className="small muted">{t('connection.note')}</p>
      {'step' in outcome && <AskSupport search={search} />}
    </div>
  );
}

/** When the wholesaler said what is shown, how old that may be, and whether it is asked again. */
function Reading({
  order,
  esim: { usageAt, reportsEveryMinutes, awaySince },
  isLooking,
  here,
}: {
  order: OrderView;
  esim: EsimInstallView;
  isLooking: boolean;
  here: string;
}) {
  const { t } = useTranslation();
  const instantOf = useLocalInstant();
  const hydrated = useHydrated();
  return (
    <div className="connection__reading small muted">
      <p>
        {usageAt === null ? t('connection.readNever') : t('connection.read', { time: instantOf(usageAt) })}{' '}
        {reportsEveryMinutes !== null && t('connection.every', { count: reportsEveryMinutes })}{' '}
        {awaySince !== null && t('connection.away', { time: instantOf(awaySince) })}
      </p>
      <p>
        <span role="status">
          {hydrated && isLooking ? t('connection.looking') : order.readingUsage ? t('connection.reading') : ''}
        </span>{' '}
        {!(hydrated && isLooking) && (
          <PageLink className="link" to={here}>
            {t('connection.look')}
          </PageLink>
        )}
      </p>
    </div>
  );
}

/** After an answer the focus is on what comes next, as after a page load without script. */
function useStepFocus({ attempts, country }: SearchState): void {
  const answered = `${attempts.length} ${country}`;
  const shown = useRef(answered);
  useEffect(() => {
    if (shown.current === answered) return;
    shown.current = answered;
    document.getElementById('step')?.focus();
  }, [answered]);
}
