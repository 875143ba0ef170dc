import { paths } from '../../../shared/paths.ts';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { RetryIcon, SearchIcon, WarningIcon } from '../../../ui/icons.tsx';
import { useRootData } from '../../root-data.ts';
import { useTranslation } from '../../translation.tsx';
import type { LinkedDestination } from '../../destination-loader.ts';
import { PageLink, usePageAddress } from '../page-link.tsx';
import { DestinationLinks } from '../plans/destination-links.tsx';
import { PageTitle } from './page-title.tsx';

/** 404, or 405 for what was sent to a page, with a way on: to the `nearest` destinations for one that we do not know. */
export function NotFoundPage({
  words = 'notFound',
  nearest = [],
}: {
  words?: 'notFound' | 'methodNotAllowed';
  nearest?: readonly LinkedDestination[];
}) {
  const { t } = useTranslation();
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
      {nearest.length > 0 && (
        <section className="nearest">
          <h2 className="h-sec mb-3.5">{t('chrome.notFound.nearest')}</h2>
          <DestinationLinks destinations={nearest} />
        </section>
      )}
    </div>
  );
}

/** 500: a reference that our log knows, and nothing about what happened inside. */
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
              <code className="mono">{t('chrome.serverError.reference', { reference: requestId })}</code>
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
    </div>
  );
}
