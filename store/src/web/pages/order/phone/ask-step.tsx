import { paths } from '../../../../shared/paths.ts';
import { ChevronDownIcon, ChevronRightIcon, PhoneIcon, RetryIcon, WarningIcon } from '../../../../ui/icons.tsx';
import { PageLink } from '../../../components/page-link.tsx';
import { useTranslation } from '../../../translation.tsx';
import { MovingEsim, PhoneFrame } from './phone-frame.tsx';
import type { StepWithNews } from './step.ts';

const ICONS = { here: PhoneIcon, reset: RetryIcon, gone: WarningIcon };

/** The one question: where is the old phone? Its answers are links. */
export function AskStep({ order, number, line, moved, news }: StepWithNews) {
  const { t } = useTranslation();
  const once = line.onNewPhone?.reinstalls !== true;
  const hints = {
    here: t(once ? 'replacement.ask.hereOnce' : 'replacement.ask.hereText'),
    reset: t(once ? 'replacement.ask.resetOnce' : 'replacement.ask.resetText'),
    gone: t(line.onNewPhone?.byRule ? 'replacement.ask.goneByRule' : 'replacement.ask.goneText'),
  };
  return (
    <PhoneFrame order={order} number={number} title={t('replacement.title')} lede={t('replacement.lede')} moved={moved}>
      {news}
      <MovingEsim line={line} />
      <div>
        <h2 className="h-sec mb-3" id="where-is-it">
          {t('replacement.ask.question')}
        </h2>
        <div className="changed-phone__ways" role="group" aria-labelledby="where-is-it">
          {(['here', 'reset', 'gone'] as const).map((old) => {
            const WayIcon = ICONS[old];
            return (
              <PageLink key={old} to={paths.changedPhone(order.id, number, old)}>
                <WayIcon size={22} />
                <span>
                  {t(`replacement.ask.${old}`)}
                  <small>{hints[old]}</small>
                </span>
                <ChevronRightIcon size={18} />
              </PageLink>
            );
          })}
        </div>
      </div>
      <details className="changed-phone__more">
        <summary>
          {t('replacement.ask.both')}
          <ChevronDownIcon size={18} />
        </summary>
        <p>{t('replacement.ask.bothText')}</p>
      </details>
    </PhoneFrame>
  );
}
