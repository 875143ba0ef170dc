import { paths } from '../../../shared/paths.ts';
import type { HelpEntry } from '../../help-entries.ts';
import { useLocale } from '../../language.ts';
import { Unbroken } from '../unbroken.tsx';
import { PageLink } from '../page-link.tsx';

/** Links to answers, by their titles. */
export function AnswerLinks({ entries }: { entries: readonly HelpEntry[] }) {
  const locale = useLocale();
  return (
    <ul className="answer-links">
      {entries.map(({ slug, title }) => (
        <li key={slug}>
          <PageLink to={paths.helpArticle(slug)}>
            <Unbroken>{title[locale]}</Unbroken>
          </PageLink>
        </li>
      ))}
    </ul>
  );
}
