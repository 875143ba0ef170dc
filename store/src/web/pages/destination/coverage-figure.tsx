import type { ReactNode } from 'react';
import type { Localized } from '../../../modules/catalogue/types.ts';
import { paths } from '../../../shared/paths.ts';
import { useTranslation } from '../../translation.tsx';
import { DottedMap } from '../../components/dotted-map.tsx';

/**
 * The countries of a regional or global offer on a map, one of them marked; the text below is the accessible version.
 */
export function CoverageFigure({
  offer,
  here,
  children,
}: {
  offer: { slug: string; name: Localized };
  here?: { slug: string; name: Localized };
  children?: ReactNode;
}) {
  const { t, locale } = useTranslation();
  return (
    <figure className="coverage-figure">
      <DottedMap
        src={paths.coverageMap(offer.slug, here === undefined ? {} : { here: here.slug })}
        label={t('destination.map.alt', { name: offer.name[locale] })}
        width={766}
        height={440}
      />
      <figcaption>
        <ul>
          <li className="coverage-figure__covered">{t('destination.map.covered')}</li>
          {here !== undefined && <li className="coverage-figure__here">{here.name[locale]}</li>}
          <li>{t('destination.map.rest')}</li>
        </ul>
        {children}
      </figcaption>
    </figure>
  );
}
