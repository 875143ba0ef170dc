import { paths } from '../../../shared/paths.ts';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { SearchIcon } from '../../../ui/icons.tsx';
import type { HelpEntry } from '../../help-entries.ts';
import { useTranslation } from '../../translation.tsx';
import { PageLink } from '../../components/page-link.tsx';
import type { FoundAnswers } from './found-answer.ts';

type Props = FoundAnswers & { query: string; entries: readonly HelpEntry[]; onClear: () => void };

/** The answers to a question and the way to a person: before them when it asks for one, or they only mention its words. */
export function FoundList({ query, found, person, entries, onClear }: Props) {
  const { t } = useTranslation();
  if (found.length === 0 && person) return <AskPerson title={t('help.person.first')} />;
  if (found.length === 0) return <NothingFound query={query} onClear={onClear} />;
  return (
    <>
      {person && (
        <>
          <AskPerson title={t('help.person.first')} />
          <p className="muted">{t('chrome.notFound.answers')}</p>
        </>
      )}
      <Answers found={found} entries={entries} />
      {!person && <AskPerson title={t('help.person.last')} />}
    </>
  );
}

function NothingFound({ query, onClear }: Pick<Props, 'query' | 'onClear'>) {
  const { t } = useTranslation();
  return (
    <div className="card">
      <EmptyState
        icon={<SearchIcon />}
        title={t('help.search.none', { query })}
        action={
          <div className="row flex-wrap justify-center mt-3">
            <PageLink className={buttonClass()} to={paths.contact()}>
              {t('help.contact.action')}
            </PageLink>
            <Button variant="secondary" onClick={onClear}>
              {t('help.search.clear')}
            </Button>
          </div>
        }
      >
        {t('help.search.noneText')}
      </EmptyState>
    </div>
  );
}

function Answers({ found, entries }: Pick<Props, 'found' | 'entries'>) {
  const { t, locale } = useTranslation();
  return (
    <ol className="found-answers">
      {found.map(({ slug, heading }) => {
        const entry = entries.find((each) => each.slug === slug);
        if (entry === undefined) return null;
        return (
          <li key={slug}>
            <h2>
              <PageLink to={paths.helpArticle(slug)}>{entry.title[locale]}</PageLink>
            </h2>
            <p>{entry.description[locale]}</p>
            {heading?.locale === locale && (
              <PageLink className="found-answers__section" to={paths.helpArticle(slug, heading.id)}>
                {t('help.search.section', { section: heading.text })}
              </PageLink>
            )}
          </li>
        );
      })}
    </ol>
  );
}

function AskPerson({ title }: { title: string }) {
  const { t } = useTranslation();
  return (
    <section className="card card-p ask-person" aria-label={title}>
      <div>
        <h2 className="h-card">{title}</h2>
        <p className="small muted">{t('help.person.text')}</p>
      </div>
      <PageLink className={buttonClass()} to={paths.contact()}>
        {t('help.person.action')}
      </PageLink>
    </section>
  );
}
