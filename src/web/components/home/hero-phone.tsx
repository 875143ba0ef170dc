import type { Offer } from '../../../modules/catalogue/catalogue.ts';
import { paths } from '../../../shared/paths.ts';
import { Chip } from '../../../ui/chip.tsx';
import { Flag } from '../../../ui/flag.tsx';
import { SignalIcon } from '../../../ui/icons.tsx';
import { useFormat } from '../../format.ts';
import { useTranslation } from '../../translation.tsx';
import { useOfferWords } from '../plans/offer-words.ts';

/** Heights of the week's bars in the picture, today last. */
const WEEK = [22, 38, 30, 64, 46, 12, 52];
const GB = 1024;

/** Drawing of a phone with an active eSIM: a picture, hidden from screen readers by its parent. */
export function HeroPhone({ offer }: { offer: Offer }) {
  const { t } = useTranslation();
  const format = useFormat();
  const words = useOfferWords();
  return (
    <div className="phone">
      <div className="screen">
        <div className="bar">
          <span>9:41</span>
          <SignalIcon />
        </div>
        <i className="island" />
        <div className="phone-title">
          <Flag src={paths.flag(offer.flag)} size="sm" />
          <b>{words.name(offer)}</b>
          <Chip tone="success" dot>
            {t('home.sample.active')}
          </Chip>
        </div>
        <div className="phone-card phone-usage">
          <div className="phone-ring">
            <svg width={156} height={156} viewBox="0 0 156 156" fill="none" strokeWidth={13}>
              <circle cx={78} cy={78} r={71.5} stroke="#E0E4EA" />
              <circle
                cx={78}
                cy={78}
                r={71.5}
                stroke="#0052FF"
                strokeLinecap="round"
                strokeDasharray="283 449.2"
                transform="rotate(-90 78 78)"
              />
            </svg>
            <p>
              <b>{format.data(1.9 * GB)}</b>
              {t('home.sample.left', { total: format.data(3 * GB) })}
            </p>
          </div>
          <dl>
            <div>
              <dt>{t('home.sample.network')}</dt>
              <dd>{offer.operators[0]?.name}</dd>
            </div>
            <div>
              <dt>{t('home.sample.validity')}</dt>
              <dd>{format.days(30)}</dd>
            </div>
          </dl>
        </div>
        <div className="phone-card">
          <div className="row between">
            <b>{t('home.sample.week')}</b>
            <span>{format.data(1.1 * GB)}</span>
          </div>
          <svg className="phone-week" viewBox="0 0 220 64" preserveAspectRatio="none">
            {WEEK.map((height, index) => (
              <rect
                key={index}
                x={index * 32}
                y={64 - height}
                width={26}
                height={height}
                rx={3}
                fill={index === WEEK.length - 1 ? '#FF6B00' : '#BCD3FF'}
              />
            ))}
          </svg>
        </div>
        <div className="phone-button">{t('home.sample.details')}</div>
      </div>
    </div>
  );
}
