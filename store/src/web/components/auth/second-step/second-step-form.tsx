import { useState } from 'react';
import type { Translator } from '../../../../i18n/i18n.ts';
import { Button } from '../../../../ui/button.tsx';
import { ChevronRightIcon, LifeBuoyIcon, PhoneIcon } from '../../../../ui/icons.tsx';
import { MessageIcon } from '../../../../ui/message-icon.tsx';
import type { OfferedFactor, SecondStep } from '../../../session/second-step.ts';
import { useTranslation } from '../../../translation.tsx';
import './factor-words.ts';
import { SecondStepCode } from './second-step-code.tsx';
import { SecondStepText, type SentText } from './second-step-text.tsx';

/**
 * The second step of a sign-in: one of the account's factors, or a recovery code. The user chooses; an app comes first,
 * because it is free and works without a network.
 */
export function SecondStepForm({ step, heading: Heading }: { step: SecondStep; heading?: 'h1' | 'h2' }) {
  const { t } = useTranslation();
  const [way, setWay] = useState<OfferedFactor | 'recovery'>(
    () => step.factors.find(({ kind }) => kind === 'totp') ?? step.factors[0] ?? 'recovery',
  );
  const [busy, setBusy] = useState(false);
  // Kept here, so that a sent text stays valid while another way is shown.
  const [texts, setTexts] = useState<Record<string, SentText>>({});
  const others = [...step.factors, 'recovery' as const].filter((each) => each !== way);

  return (
    <div className="stack gap-5">
      {Heading !== undefined && <Heading className="h-page">{t('factors.step.title')}</Heading>}
      {way !== 'recovery' && way.kind === 'phone' ? (
        <SecondStepText
          key={way.id}
          step={step}
          factor={way}
          sent={texts[way.id]}
          onSent={(sent) => setTexts((before) => ({ ...before, [way.id]: sent }))}
          onBusy={setBusy}
        />
      ) : (
        <SecondStepCode
          key={way === 'recovery' ? way : way.id}
          step={step}
          app={way === 'recovery' ? undefined : way}
          onBusy={setBusy}
        />
      )}
      {others.length > 0 && (
        <div className="stack gap-2">
          <p className="small">
            <b>{t('factors.step.other')}</b>
          </p>
          <div>
            {others.map((other) => (
              <button
                key={other === 'recovery' ? other : other.id}
                type="button"
                className="way"
                disabled={busy}
                onClick={() => setWay(other)}
              >
                <WayIcon way={other} />
                <span>
                  <b>{titleOf(other, step.factors, t)}</b>
                  <small>{t(`factors.step.${TEXT_OF[kindOf(other)]}`)}</small>
                </span>
                <ChevronRightIcon size={18} />
              </button>
            ))}
          </div>
        </div>
      )}
      <Button variant="ghost" className="justify-self-center" disabled={busy} onClick={() => step.end()}>
        {t('auth.back')}
      </Button>
    </div>
  );
}

type Way = OfferedFactor | 'recovery';

const TEXT_OF = { recovery: 'useRecoveryText', phone: 'useTextText', totp: 'useAppText' } as const;

const kindOf = (way: Way) => (way === 'recovery' ? way : way.kind);

function WayIcon({ way }: { way: Way }) {
  if (way === 'recovery') return <LifeBuoyIcon />;
  return way.kind === 'phone' ? <MessageIcon /> : <PhoneIcon />;
}

/** With several apps, each is listed by its name. */
function titleOf(way: Way, factors: OfferedFactor[], t: Translator): string {
  if (way === 'recovery') return t('factors.step.useRecovery');
  if (way.kind === 'phone') return t('factors.step.useText', { number: way.number });
  const isOnly = factors.filter(({ kind }) => kind === 'totp').length === 1;
  return isOnly || way.name === null ? t('factors.step.useApp') : way.name;
}
