import type { ReactNode } from 'react';
import { data, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { notices } from '../../../i18n/areas/notices.ts';
import type { Unsubscribing } from '../../../shared/notices.ts';
import { paths } from '../../../shared/paths.ts';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { CheckIcon } from '../../../ui/icons.tsx';
import { useLocalInstant } from '../../components/account/local-time.tsx';
import { PageTitle } from '../../components/chrome/page-title.tsx';
import { PageLink } from '../../components/page-link.tsx';
import { WrongLink } from '../../components/wrong-link.tsx';
import { servicesContext } from '../../context.ts';
import { addMessages } from '../../messages.ts';
import type { PageHandle } from '../../sheets.tsx';
import { useTranslation } from '../../translation.tsx';

addMessages({ notices });

export const handle: PageHandle = { sheets: ['account'] };

/** The address has a token: it is not sent as a referrer, and no cache keeps the page. */
export function headers() {
  return { 'Cache-Control': 'private, no-store', 'Referrer-Policy': 'no-referrer' };
}

/** Reads only. The buttons are forms, which work without script (http/pages/unsubscribe-page.ts). */
export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const found = await context.get(servicesContext).noticeChoices.look(params['token'] ?? '');
  const again = new URL(request.url).searchParams.has('undo');
  return data({ found, again }, { status: found === null ? 404 : 200 });
}

export default function UnsubscribePage() {
  const { found, again } = useLoaderData<typeof loader>();
  if (found === null) return <Wrong />;
  return found.offSince === null ? (
    <Ask found={found} again={again} />
  ) : (
    <Unsubscribed found={found} since={found.offSince} />
  );
}

/** One button: mail scanners open links, so that opening this page changes nothing. */
function Ask({ found: { topic, email }, again }: { found: Unsubscribing; again: boolean }) {
  const { t } = useTranslation();
  const title = t(`notices.unsubscribe.titles.${topic}`);
  return (
    <div className="wrap unsubscribe-page">
      <PageTitle title={title} />
      <div className="stack gap-4">
        {again && (
          <p className="strong" role="status">
            {t('notices.unsubscribe.again')}
          </p>
        )}
        <h1>{title}</h1>
        <p className="muted wrap-anywhere">
          {email === null ? t('notices.unsubscribe.askNobody') : t('notices.unsubscribe.ask', { email })}
        </p>
      </div>
      <form method="post">
        <Button type="submit" size="lg">
          {t('notices.unsubscribe.stop')}
        </Button>
      </form>
    </div>
  );
}

function Unsubscribed({ found, since }: { found: Unsubscribing; since: string }) {
  const { t } = useTranslation();
  const timeOf = useLocalInstant();
  const { topic, email, others, orderId, isOfAccount } = found;
  const title = t(`notices.unsubscribe.done.${topic}`);
  const time = timeOf(since);
  const choices = isOfAccount ? paths.notices() : paths.order(orderId);
  return (
    <div className="wrap unsubscribe-page">
      <PageTitle title={title} />
      <div className="stack gap-4">
        <span className="unsubscribe-page__mark" aria-hidden="true">
          <CheckIcon size={24} strokeWidth={2.5} />
        </span>
        <h1>{title}</h1>
        <p className="muted wrap-anywhere">
          {email === null
            ? t('notices.unsubscribe.sinceNobody', { time })
            : t('notices.unsubscribe.since', { email, time })}
        </p>
      </div>
      <form method="post" className="row flex-wrap">
        <input type="hidden" name="undo" value="1" />
        <Button type="submit" variant="secondary">
          {t('notices.unsubscribe.undo')}
        </Button>
        <PageLink className={buttonClass({ variant: 'ghost' })} to={choices}>
          {t('notices.unsubscribe.all')}
        </PageLink>
      </form>
      <Card padded>
        <h2 className="h-sec mb-3">{t('notices.unsubscribe.still')}</h2>
        <ul className="ticks">
          <Tick>{t('notices.unsubscribe.codes')}</Tick>
          {others.map((other) => (
            <Tick key={other}>
              {t(`notices.unsubscribe.others.${other}`)}{' '}
              <PageLink className="link" to={choices}>
                {t('notices.unsubscribe.change')}
              </PageLink>
            </Tick>
          ))}
          <Tick>{t('notices.unsubscribe.answers')}</Tick>
        </ul>
      </Card>
      <p className="small muted">{t('notices.unsubscribe.late')}</p>
    </div>
  );
}

function Tick({ children }: { children: ReactNode }) {
  return (
    <li>
      <CheckIcon size={18} />
      <span>{children}</span>
    </li>
  );
}

function Wrong() {
  const { t } = useTranslation();
  return (
    <WrongLink
      title={t('notices.unsubscribe.ended')}
      text={t('notices.unsubscribe.endedText')}
      leads={{ to: paths.notices(), words: t('notices.unsubscribe.all') }}
    />
  );
}
