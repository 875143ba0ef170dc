import type { ReactNode } from 'react';
import { paths } from '../../../shared/paths.ts';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { CopyField } from '../../../ui/copy-field.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Field } from '../../../ui/field.tsx';
import { RetryIcon, SearchIcon, WarningIcon } from '../../../ui/icons.tsx';
import { useRootData } from '../../root-data.ts';
import { useTranslation } from '../../translation.tsx';
import type { HelpEntry } from '../../help-entries.ts';
import { AnswerLinks } from '../help/answer-links.tsx';
import { PageLink, usePageAddress } from '../page-link.tsx';
import { DestinationLinks, type LinkedDestination } from '../plans/destination-links.tsx';
import { PageTitle } from './page-title.tsx';

export type LinkedArticle = { slug: string; title: string };

/** The nearest destinations, for the 404 of an unknown one. */
export type NearestDestinations = { nearest: LinkedDestination[] };

/** Answers that the words of any other unknown URL find, with these words. */
export type NearestAnswers = { answers: HelpEntry[]; words: string };

/** The answers that the words in the URL find, for the 404 of an unknown answer. `query`: the words, if they find any. */
export type MissingAnswer = { missingAnswer: { query: string; nearest: HelpEntry[] } };

type NotFoundProps = {
  words?: 'notFound' | 'methodNotAllowed';
  nearest?: readonly LinkedDestination[];
  articles?: readonly LinkedArticle[];
  answers?: readonly HelpEntry[];
  /** The words of the URL, for the search of the help. */
  asked?: string;
  missingAnswer?: MissingAnswer['missingAnswer'];
};

/**
 * 404, or 405 for a request with a body, with ways to continue: searches of destinations and of the help, the `nearest`
 * destinations, answers, and `articles` for an unknown article.
 */
export function NotFoundPage({
  words = 'notFound',
  nearest = [],
  articles = [],
  answers = [],
  asked = '',
  missingAnswer,
}: NotFoundProps) {
  const { t } = useTranslation();
  const address = usePageAddress();
  if (missingAnswer !== undefined) return <AnswerNotFoundPage {...missingAnswer} />;
  return (
    <div className="wrap error-page">
      <PageTitle title={t(`chrome.${words}.title`)} unlisted />
      <EmptyState
        level="h1"
        icon={<SearchIcon />}
        title={t(`chrome.${words}.title`)}
        action={
          <div className="row flex-wrap justify-center mt-3">
            <PageLink className={buttonClass()} to={paths.plans()}>
              {t('chrome.notFound.plans')}
            </PageLink>
            <PageLink className={buttonClass({ variant: 'secondary' })} to={paths.home()}>
              {t('chrome.notFound.home')}
            </PageLink>
          </div>
        }
      >
        {t(`chrome.${words}.text`)}
      </EmptyState>
      <div className="error-searches">
        <SearchForm
          label={t('chrome.notFound.search')}
          action={address(paths.plans())}
          submit={t('chrome.notFound.find')}
        />
        <SearchForm
          label={t('chrome.notFound.help.search')}
          action={address(paths.help())}
          submit={t('chrome.notFound.help.submit')}
          words={nearest.length === 0 ? asked : ''}
        />
      </div>
      {nearest.length > 0 && (
        <Nearest title={t('chrome.notFound.nearest')}>
          <DestinationLinks destinations={nearest} />
        </Nearest>
      )}
      {answers.length > 0 && (
        <Nearest title={t('chrome.notFound.answers')}>
          <AnswerLinks entries={answers} />
        </Nearest>
      )}
      <ContactLine />
      {articles.length > 0 && <Articles articles={articles} />}
    </div>
  );
}

function SearchForm({
  label,
  action,
  submit,
  words,
}: {
  label: string;
  action: string;
  submit: string;
  /** What stands in the field. */
  words?: string;
}) {
  return (
    <form className="error-search" role="search" aria-label={label} action={action}>
      <Field label={label} name="q" type="search" maxLength={80} autoComplete="off" defaultValue={words} />
      <Button type="submit" variant="secondary">
        {submit}
      </Button>
    </form>
  );
}

function Nearest({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="nearest">
      <h2 className="h-sec mb-3.5">{title}</h2>
      {children}
    </section>
  );
}

function ContactLine() {
  const { t } = useTranslation();
  return (
    <p className="text-center mt-8">
      <PageLink className="link" to={paths.contact()}>
        {t('chrome.notFound.help.contact')}
      </PageLink>
    </p>
  );
}

function Articles({ articles }: { articles: readonly LinkedArticle[] }) {
  const { t } = useTranslation();
  return (
    <section className="error-articles">
      <h2 className="h-sec mb-3.5">{t('chrome.notFound.articles')}</h2>
      <ul className="stack gap-2">
        {articles.map(({ slug, title }) => (
          <li key={slug}>
            <PageLink className="link" to={paths.blogArticle(slug)}>
              {title}
            </PageLink>
          </li>
        ))}
        <li>
          <PageLink className="link" to={paths.blog()}>
            {t('chrome.notFound.blog')}
          </PageLink>
        </li>
      </ul>
    </section>
  );
}

/** 404 of the help: a search with the words in the URL, and the matching answers. */
function AnswerNotFoundPage({ query, nearest }: MissingAnswer['missingAnswer']) {
  const { t } = useTranslation();
  const address = usePageAddress();
  return (
    <div className="wrap error-page">
      <PageTitle title={t('chrome.notFound.help.title')} unlisted />
      <EmptyState
        level="h1"
        icon={<SearchIcon />}
        title={t('chrome.notFound.help.title')}
        action={
          <form role="search" className="answer-search" action={address(paths.help())}>
            <div className="input">
              <SearchIcon />
              <input
                type="search"
                name="q"
                defaultValue={query}
                maxLength={80}
                aria-label={t('chrome.notFound.help.search')}
              />
            </div>
            <Button type="submit">{t('chrome.notFound.help.submit')}</Button>
          </form>
        }
      >
        {t('chrome.notFound.help.text')}
      </EmptyState>
      {nearest.length > 0 && (
        <Nearest title={t('chrome.notFound.help.nearest')}>
          <AnswerLinks entries={nearest} />
        </Nearest>
      )}
      <ContactLine />
    </div>
  );
}

/** 500: a reference for our log, without internal details. */
export function ServerErrorPage() {
  const { t } = useTranslation();
  const { requestId } = useRootData();
  const address = usePageAddress();
  return (
    <div className="wrap error-page">
      <PageTitle title={t('chrome.serverError.title')} unlisted />
      <EmptyState
        level="h1"
        icon={<WarningIcon />}
        title={t('chrome.serverError.title')}
        action={
          <div className="stack justify-items-center">
            {requestId !== undefined && (
              <div className="error-reference">
                <CopyField
                  label={t('chrome.serverError.reference')}
                  value={requestId}
                  copyLabel={t('chrome.serverError.copy')}
                  copiedText={t('chrome.serverError.copied')}
                />
              </div>
            )}
            <div className="row flex-wrap justify-center">
              <Button icon={<RetryIcon size={18} />} onClick={() => location.reload()}>
                {t('chrome.serverError.retry')}
              </Button>
              <a className={buttonClass({ variant: 'secondary' })} href={address(paths.home())}>
                {t('chrome.serverError.home')}
              </a>
            </div>
          </div>
        }
      >
        {t('chrome.serverError.text')}
      </EmptyState>
      <p className="text-center">
        <a className="link" href={address(paths.contact())}>
          {t('chrome.notFound.help.contact')}
        </a>
      </p>
    </div>
  );
}
