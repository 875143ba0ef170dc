import { useState } from 'react';
import { type WayIn, waysInto } from '../../../shared/ways-in.ts';
import { Button } from '../../../ui/button.tsx';
import { Chip } from '../../../ui/chip.tsx';
import { LogOutIcon } from '../../../ui/icons.tsx';
import { type Caller, callApi } from '../../api.ts';
import { useFormat } from '../../format.ts';
import { PROVIDER_NAMES, providerOf } from '../../session/provider-names.ts';
import { useTranslation } from '../../translation.tsx';
import { useLocalTime } from '../../components/account/local-time.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { Section } from './section.tsx';
import type { AccountDetails, SignedInSession } from './use-account.ts';
import { useAction } from './use-action.ts';

/** The account's sessions, last used first, with a button that ends all of them. */
export function SessionsSection({
  details: { account, sessions },
  caller,
  onSignedOut,
}: {
  details: AccountDetails;
  caller: Caller;
  onSignedOut: () => Promise<void>;
}) {
  const { t } = useTranslation();
  const { busy, problem, run } = useAction();
  const [asking, setAsking] = useState(false);

  async function leave() {
    const done = await run(async () => {
      await callApi('post /account/sign-out-everywhere', { caller });
      await onSignedOut();
    });
    if (done) setAsking(false);
  }

  return (
    <Section
      name="sessions"
      text={t('settings.sessions.text')}
      action={
        <Button variant="secondary" icon={<LogOutIcon size={16} />} onClick={() => setAsking(true)}>
          {t('settings.sessions.everywhere')}
        </Button>
      }
    >
      <ul className="settings-list">
        {sessions.map((session) => (
          <Row key={session.id} session={session} />
        ))}
      </ul>
      <ConfirmDialog
        open={asking}
        title={t('settings.sessions.ask')}
        confirm={t('settings.sessions.everywhere')}
        busy={busy}
        problem={problem}
        onConfirm={() => void leave()}
        onClose={() => setAsking(false)}
      >
        <p>{t('settings.sessions.askText')}</p>
        <WaysLeft account={account} />
      </ConfirmDialog>
    </Section>
  );
}

/** The ways to sign in that remain after every session has ended. */
function WaysLeft({ account }: { account: AccountDetails['account'] }) {
  const { t } = useTranslation();
  const ways = waysInto(account);
  if (ways.length === 0) return <p>{t('settings.sessions.noWays')}</p>;

  function wordsFor(way: WayIn): string {
    if (way === 'password') return t('settings.sessions.way.password');
    if (way === 'phone') return t('settings.sessions.way.phone', { number: account.phoneNumber });
    if (way === 'emailLink') return t('settings.sessions.way.emailLink', { email: account.email });
    const provider = PROVIDER_NAMES[providerOf(way)!];
    const linked = account.providers.find((each) => each.provider === way);
    const name = linked?.email ?? linked?.displayName;
    return name ? t('settings.sessions.way.provider', { provider, name }) : provider;
  }

  return (
    <div className="stack gap-2">
      <p>{t('settings.sessions.ways')}</p>
      <ul className="list-disc ps-5 break-words">
        {ways.map((way) => (
          <li key={way}>{wordsFor(way)}</li>
        ))}
      </ul>
      <p className="muted small">{t('settings.sessions.waysHint')}</p>
    </div>
  );
}

function Row({ session }: { session: SignedInSession }) {
  const { t } = useTranslation();
  const format = useFormat();
  const timeOf = useLocalTime();
  const when = (instant: string) =>
    t('settings.sessions.moment', { date: format.date(instant), time: timeOf(instant) });
  return (
    <li>
      <div className="min-w-0 flex-1">
        <p className="row flex-wrap gap-x-3 gap-y-1">
          <b className="break-words">{session.device || t('settings.sessions.unknownDevice')}</b>
          {session.current && (
            <Chip tone="success" dot>
              {t('settings.sessions.current')}
            </Chip>
          )}
        </p>
        <p className="muted small">{t('settings.sessions.since', { moment: when(session.createdAt) })}</p>
        <p className="muted small">{t('settings.sessions.lastUsed', { moment: when(session.lastUsedAt) })}</p>
      </div>
    </li>
  );
}
