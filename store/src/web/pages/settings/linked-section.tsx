import { Button } from '../../../ui/button.tsx';
import { PROVIDER_IDS, PROVIDER_NAMES, type Provider, PROVIDERS } from '../../session/provider-names.ts';
import { useTranslation } from '../../translation.tsx';
import { ProblemAlert } from '../../components/auth/problem-alert.tsx';
import { FacebookIcon, GoogleIcon } from '../../components/auth/provider-icons.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { Section } from './section.tsx';
import type { AccountDetails } from './use-account.ts';
import { useLinked } from './use-linked.ts';

const ICONS = { google: GoogleIcon, facebook: FacebookIcon };

type Props = { details: AccountDetails; onChanged: () => void };

/**
 * Google and Facebook, each linked or not. Unlinking the last way to sign in asks for confirmation. Linking requires a
 * recent sign-in before the provider's window opens, and then another click, because browsers block a window without
 * one.
 */
export function LinkedSection({ details, onChanged }: Props) {
  const { t } = useTranslation();
  const linked = useLinked(details, onChanged);
  const { providers, busy, popup, problem, shown, clear, ask, remove, leaving, setLeaving } = linked;
  const isLastWay = !details.account.hasPassword && providers.length <= 1;

  function unlink(provider: Provider) {
    clear();
    if (isLastWay) setLeaving(provider);
    else void remove(provider);
  }

  return (
    <Section name="linked" text={t('settings.linked.text')}>
      {shown !== undefined && <ProblemAlert problem={shown} />}
      <ul className="settings-list">
        {PROVIDERS.map((provider) => (
          <ProviderRow
            key={provider}
            provider={provider}
            current={providers.find((each) => each.provider === PROVIDER_IDS[provider])}
            locked={busy || popup.provider !== undefined}
            loading={popup.provider === provider}
            onLink={() => void ask(provider)}
            onUnlink={() => unlink(provider)}
          />
        ))}
      </ul>
      {popup.provider !== undefined && (
        <div className="popup-note" role="status">
          <p className="small">{t('auth.popup.waiting', { provider: PROVIDER_NAMES[popup.provider] })}</p>
          <Button variant="ghost" onClick={popup.cancel}>
            {t('auth.popup.cancel')}
          </Button>
        </div>
      )}
      <LinkNowDialog linked={linked} />
      <ConfirmDialog
        open={leaving !== undefined}
        title={t('settings.linked.last', { provider: leaving === undefined ? '' : PROVIDER_NAMES[leaving] })}
        confirm={t('settings.linked.unlinkAnyway')}
        danger
        busy={busy}
        problem={problem}
        onConfirm={() => leaving !== undefined && void remove(leaving)}
        onClose={() => setLeaving(undefined)}
      >
        <p>{t('settings.linked.lastText')}</p>
      </ConfirmDialog>
    </Section>
  );
}

/** One provider: linked with which account, or not. */
function ProviderRow({
  provider,
  current,
  locked,
  loading,
  onLink,
  onUnlink,
}: {
  provider: Provider;
  current: AccountDetails['account']['providers'][number] | undefined;
  locked: boolean;
  /** True while its window is open. */
  loading: boolean;
  onLink: () => void;
  onUnlink: () => void;
}) {
  const { t } = useTranslation();
  const Icon = ICONS[provider];
  const name = PROVIDER_NAMES[provider];
  return (
    <li>
      <Icon />
      <div className="min-w-0 flex-1">
        <b>{name}</b>
        <p className="muted small break-words">
          {current === undefined
            ? t('settings.linked.none')
            : (current.email ?? current.displayName ?? t('settings.linked.linked'))}
        </p>
      </div>
      {current === undefined ? (
        <Button
          variant="secondary"
          disabled={locked}
          loading={loading}
          aria-label={t('settings.linked.linkName', { provider: name })}
          onClick={onLink}
        >
          {t('settings.linked.link')}
        </Button>
      ) : (
        <Button
          variant="secondary"
          disabled={locked}
          aria-label={t('settings.linked.unlinkName', { provider: name })}
          onClick={onUnlink}
        >
          {t('settings.linked.unlink')}
        </Button>
      )}
    </li>
  );
}

/** After the recent sign-in that linking requires: the click that the provider's window needs. */
function LinkNowDialog({ linked: { proven, setProven, link } }: { linked: ReturnType<typeof useLinked> }) {
  const { t } = useTranslation();
  return (
    <ConfirmDialog
      open={proven !== undefined}
      title={t('settings.linked.go', { provider: proven === undefined ? '' : PROVIDER_NAMES[proven] })}
      confirm={proven === undefined ? '' : t(`auth.${proven}`)}
      busy={false}
      problem={undefined}
      onConfirm={() => proven !== undefined && void link(proven)}
      onClose={() => setProven(undefined)}
    >
      <p>{t('settings.linked.goText', { provider: proven === undefined ? '' : PROVIDER_NAMES[proven] })}</p>
    </ConfirmDialog>
  );
}
