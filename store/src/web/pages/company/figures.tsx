import type { ReactNode } from 'react';
import { useFormat } from '../../format.ts';
import { useTranslation } from '../../translation.tsx';
import type { CatalogueFigures } from './company-loader.ts';

type Props = { figures: Omit<CatalogueFigures, 'networks' | 'places'>; children?: ReactNode };

/** What the catalogue holds, in figures; `children` follow their origin. */
export function Figures({ figures: { plans, covered, local, wide, lowest }, children }: Props) {
  const { t, locale } = useTranslation();
  const format = useFormat();
  const number = new Intl.NumberFormat(locale);
  const rows = [
    { figure: number.format(plans), text: t('company.about.figures.plans', { count: plans }) },
    { figure: number.format(covered), text: t('company.about.figures.covered', { count: covered }) },
    { figure: number.format(local), text: t('company.about.figures.local', { count: local }) },
    { figure: number.format(wide), text: t('company.about.figures.wide', { count: wide }) },
    ...(lowest === null ? [] : [{ figure: format.money(lowest), text: t('company.about.figures.lowest') }]),
  ];
  return (
    <section>
      <h2 className="label mb-3">{t('company.about.figures.title')}</h2>
      <dl className="figures">
        {rows.map(({ figure, text }) => (
          <div key={text}>
            <dt>{text}</dt>
            <dd>{figure}</dd>
          </div>
        ))}
      </dl>
      <p className="small muted mt-2.5">
        {t('company.about.figures.origin')} {children}
      </p>
    </section>
  );
}
