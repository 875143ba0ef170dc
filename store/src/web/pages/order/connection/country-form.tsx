import { type ReactNode, useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { Button } from '../../../../ui/button.tsx';
import { SelectField } from '../../../../ui/field.tsx';
import { useTranslation } from '../../../translation.tsx';
import type { Places } from '../../../../shared/connection/about.ts';

/**
 * Asks for the country by a form whose answer is in the address. Without script nothing is chosen; with script the country
 * of the device's time zone is.
 */
export function CountryForm({
  action,
  places,
  children,
}: {
  action: string;
  places: Places;
  /** Hidden fields that stay in the address. */
  children: ReactNode;
}) {
  const { t, locale } = useTranslation();
  const select = useRef<HTMLDivElement>(null);
  const { chosen, byZone, problem } = places;
  useOwnZone(places);
  useEffect(() => {
    const field = select.current?.querySelector('select');
    if (field && field.value === '') field.value = chosen;
  }, [chosen]);
  return (
    <form className="country-form" method="get" action={action}>
      {children}
      <div ref={select}>
        <SelectField
          label={t('connection.country.label')}
          name="in"
          required
          defaultValue={chosen}
          hint={byZone ? t('connection.country.zone') : undefined}
          error={problem === null ? undefined : t(`connection.country.${problem}`)}
        >
          <option value="">{t('connection.country.choose')}</option>
          {places.countries[locale].map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </SelectField>
      </div>
      <Button type="submit" className="w-max">
        {t('connection.country.submit')}
      </Button>
    </form>
  );
}

/** Adds the time zone of the device to the address, once, unless a country or a zone is in it. */
function useOwnZone({ chosen, hasZone, problem }: Places): void {
  const navigate = useNavigate();
  const { pathname, search, hash } = useLocation();
  const isAsked = chosen === '' && !hasZone && problem === null;
  useEffect(() => {
    const zone = Intl.DateTimeFormat().resolvedOptions().timeZone as string | undefined;
    if (!isAsked || !zone) return;
    void navigate(`${pathname}${search}&zone=${encodeURIComponent(zone)}${hash}`, {
      replace: true,
      preventScrollReset: true,
    });
  }, [isAsked, navigate, pathname, search, hash]);
}
