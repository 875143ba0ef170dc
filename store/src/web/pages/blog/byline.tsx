import type { ArticleSummary } from './blog-loader.ts';
import { useFormat } from '../../format.ts';
import { useTranslation } from '../../translation.tsx';

/** The date and the reading time of an article. */
export function Byline({ article }: { article: Pick<ArticleSummary, 'date' | 'minutes'> & { updated?: string } }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { date, minutes, updated = date } = article;
  return (
    <>
      <time dateTime={date}>{format.day(date)}</time>
      <span>{t('blog.minutes', { count: minutes })}</span>
      {updated !== date && <span>{t('blog.updated', { date: format.day(updated) })}</span>}
    </>
  );
}
