import { SelectField } from '../../../ui/field.tsx';
import { useTranslation } from '../../translation.tsx';
import type { Country } from './use-country.ts';

/** Where the buyer lives: it decides about tax and the right to withdraw. */
export function CountryField({
  country,
  disabled,
  error,
}: {
  country: Country;
  disabled: boolean;
  error: string | undefined;
}) {
  const { t, locale } = useTranslation();
  const wrong = error ?? (country.isNotSold ? t('checkout.country.wrong') : undefined);
  return (
    <SelectField
      className="mt-4"
      label={t('checkout.country.label')}
      name="country"
      ref={country.field}
      autoComplete="country"
      value={country.shown}
      disabled={disabled}
      onChange={(event) => country.choose(event.target.value)}
      hint={t(country.isTaxed ? 'checkout.country.hintTax' : 'checkout.country.hint')}
      {...(wrong !== undefined && { error: wrong })}
    >
      {country.mayBeOpen && <option value="">{t('checkout.country.none')}</option>}
      {country.names[locale].map(({ code, name }) => (
        <option key={code} value={code}>
          {name}
        </option>
      ))}
    </SelectField>
  );
}
