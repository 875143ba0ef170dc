import type { CountryCode } from 'libphonenumber-js';
import { type FormEvent, type ReactNode, useId, useMemo, useState } from 'react';
import { paths } from '../../../shared/paths.ts';
import { Button } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Flag } from '../../../ui/flag.tsx';
import { ChevronDownIcon, ErrorIcon } from '../../../ui/icons.tsx';
import { useTranslation } from '../../translation.tsx';
import { ProofLine } from '../auth/proof-line.tsx';
import { countriesIn, firstCountry, readTyped } from './countries.ts';

type Props = {
  /** The supported countries, by two letters. */
  countries: readonly string[];
  /** E.164: the previous input. */
  initial: string;
  pending: boolean;
  onNumber: (e164: string) => void;
  /** Below the button. */
  children?: ReactNode;
};

/** A number with a country selector. A number in international form selects its country itself. */
export function NumberForm({ countries: codes, initial, pending, onNumber, children }: Props) {
  const { t } = useTranslation();
  const id = useId();
  const { countries, country, setCountry, text, type, error, read } = useNumber(codes, initial);

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const number = read();
    if (number === null) document.getElementById(id)?.focus();
    else onNumber(number);
  }

  return (
    <form className="stack gap-5" method="post" noValidate onSubmit={submit}>
      <div className="field">
        <label htmlFor={id}>{t('phone.number')}</label>
        <div className={classNames('input phone-number', error !== undefined && 'is-error', pending && 'is-disabled')}>
          <CountrySelect countries={countries} value={country} disabled={pending} onChange={setCountry} />
          <input
            id={id}
            type="tel"
            name="tel"
            autoComplete="tel"
            inputMode="tel"
            autoFocus
            required
            value={text}
            disabled={pending}
            aria-invalid={error !== undefined || undefined}
            aria-describedby={classNames(`${id}-hint`, error !== undefined && `${id}-error`)}
            onChange={(event) => type(event.target.value)}
            onBlur={() => text.trim() !== '' && read()}
          />
        </div>
        <p className="hint" id={`${id}-hint`}>
          {t('phone.hint')}
        </p>
        {error !== undefined && (
          <p className="error" id={`${id}-error`}>
            <ErrorIcon size={16} />
            {error}
          </p>
        )}
      </div>
      <div>
        <Button type="submit" size="lg" block loading={pending}>
          {t('phone.send')}
        </Button>
        <ProofLine />
      </div>
      {children}
    </form>
  );
}

/** The typed number, its country and its error. */
function useNumber(codes: readonly string[], initial: string) {
  const { t, locale } = useTranslation();
  const countries = useMemo(() => countriesIn(codes, locale), [codes, locale]);
  const [country, setCountry] = useState<CountryCode>(() => firstCountry(countries, navigator.languages, locale));
  const [text, setText] = useState(initial);
  const [error, setError] = useState<string>();

  /** The number, or its error. */
  function read(): string | null {
    if (text.trim() === '') {
      setError(t('phone.missing'));
      return null;
    }
    const typed = readTyped(text, country);
    const known = typed !== null && countries.some(({ code }) => code === typed.country);
    setError(typed === null ? t('phone.invalid') : known ? undefined : t('phone.notThere'));
    if (typed === null || !known) return null;
    setCountry(typed.country);
    setText(typed.national);
    return typed.e164;
  }

  function type(typed: string) {
    setText(typed);
    setError(undefined);
  }

  return { countries, country, setCountry, text, type, error, read };
}

function CountrySelect({
  countries,
  value,
  disabled,
  onChange,
}: {
  countries: ReturnType<typeof countriesIn>;
  value: CountryCode;
  disabled: boolean;
  onChange: (country: CountryCode) => void;
}) {
  const { t } = useTranslation();
  const chosen = countries.find(({ code }) => code === value);
  return (
    <div className="phone-country">
      <Flag src={paths.flag(value.toLowerCase())} size="xs" />
      <span aria-hidden="true">{chosen?.calling}</span>
      <ChevronDownIcon size={16} />
      <select
        aria-label={t('phone.country')}
        value={value}
        disabled={disabled}
        onChange={(event) => onChange(event.target.value as CountryCode)}
      >
        {countries.map(({ code, name, calling }) => (
          <option key={code} value={code}>
            {name} ({calling})
          </option>
        ))}
      </select>
    </div>
  );
}
