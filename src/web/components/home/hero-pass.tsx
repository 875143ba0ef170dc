import type { Offer } from '../../../modules/catalogue/catalogue.ts';
import { BRAND } from '../../../shared/brand.ts';
import { paths } from '../../../shared/paths.ts';
import { Flag } from '../../../ui/flag.tsx';
import { LogoMark } from '../../../ui/logo.tsx';
import { useFormat } from '../../format.ts';
import { useTranslation } from '../../translation.tsx';
import { CoverageChip } from '../plans/coverage-chip.tsx';
import { useOfferWords } from '../plans/offer-words.ts';
import { SampleQr } from './sample-qr.tsx';

/** Drawing of the ticket one gets: a picture, with a real plan's figures. */
export function HeroPass({ offer }: { offer: Offer }) {
  const { t } = useTranslation();
  const format = useFormat();
  const words = useOfferWords();
  const plan = offer.plans[1] ?? offer.plans[0];
  if (plan === undefined) return null;
  const facts = [
    [t('home.sample.data'), format.planData(plan)],
    [t('home.sample.validity'), format.days(plan.days)],
    [t('home.sample.network'), offer.operators[0]?.name],
    [t('home.sample.price'), format.money(plan.price)],
  ];
  return (
    <div className="pass">
      <div className="pass-a">
        <div className="pass-head">
          <LogoMark size={20} />
          <b>{BRAND}</b>
          <CoverageChip coverage={offer.coverage} />
        </div>
        <div className="pass-place">
          <p>
            {t('home.sample.destination')}
            <b>{words.name(offer)}</b>
          </p>
          <Flag src={paths.flag(offer.flag)} />
        </div>
      </div>
      <div className="pass-b">
        <dl>
          {facts.map(([term, value]) => (
            <div key={term}>
              <dt>{term}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        <SampleQr size={84} />
      </div>
    </div>
  );
}
