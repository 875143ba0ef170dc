import { paths } from '../../../shared/paths.ts';
import type { DestinationData, Family } from './destination-loader.ts';
import { wordsOf } from '../../../shared/finding/fold.ts';
import { useTranslation } from '../../translation.tsx';
import { PageLink } from '../../components/page-link.tsx';
import { CoverageFigure } from './coverage-figure.tsx';

/** Where the picked regional or global plan works besides this country. */
export function ElsewhereSection({
  family,
  destination,
  reach,
}: { family: Family } & Pick<DestinationData, 'destination' | 'reach'>) {
  const { t, locale } = useTranslation();
  const { count, names } = reach[family.slug] ?? { count: 0, names: [] };
  const sorted = names.map((name) => name[locale]).toSorted((a, b) => (plain(a) < plain(b) ? -1 : 1));
  return (
    <section>
      <h2 className="h-sec mb-3.5">{t('destination.elsewhere.title', { name: family.name[locale] })}</h2>
      <CoverageFigure offer={family} here={destination}>
        <p>{sorted.length > 0 ? sorted.join(', ') : t('destination.elsewhere.count', { count })}</p>
        <PageLink className="link small" to={`${paths.offer(family)}#countries`}>
          {t('destination.elsewhere.all')}
        </PageLink>
      </CoverageFigure>
    </section>
  );
}

const plain = (name: string) => wordsOf(name).join(' ');
