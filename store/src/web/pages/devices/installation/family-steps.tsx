import { useTranslation } from '../../../translation.tsx';
import { InstallDrawing } from './install-drawing.tsx';
import type { PhoneFamily } from './phone-family.ts';

/** Ways to install, and what comes after: each with the keys of its steps. */
const WAYS = [
  ['tap', ['tap1', 'tap2', 'tap3']],
  ['scan', ['scan1', 'scan2', 'scan3']],
  ['type', ['type1', 'type2']],
  ['arrive', ['arrive1', 'arrive2', 'arrive3']],
] as const;

/** The steps of one family of phones, in the names of its own menus. */
export function FamilySteps({ family, isHidden }: { family: PhoneFamily; isHidden: boolean }) {
  const { t } = useTranslation();
  return (
    <section id={family} className="family-steps" aria-labelledby={`${family}-title`} hidden={isHidden}>
      <h2 className="h-sec" id={`${family}-title`}>
        {t(`installation.on.${family}`)}
      </h2>
      {WAYS.map(([way, steps]) => (
        <div key={way} className="family-steps__way">
          <InstallDrawing way={way} label={t(`installation.drawing.${way}`)} />
          <div>
            <h3>{t(`installation.ways.${way}`)}</h3>
            <ol className="next-steps">
              {steps.map((step) => (
                <li key={step}>
                  <span>{t(`installation.${family}.${step}`)}</span>
                </li>
              ))}
            </ol>
          </div>
        </div>
      ))}
    </section>
  );
}
