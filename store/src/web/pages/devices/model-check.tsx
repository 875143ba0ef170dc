import { useRef, useState } from 'react';
import { Form } from 'react-router';
import { cutQuery } from '../../../shared/finding/fold.ts';
import { SALE_PLACES } from '../../../shared/devices/types.ts';
import { readBoughtIn } from '../../../shared/devices/verdict.ts';
import { paths } from '../../../shared/paths.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { CloseIcon, PhoneIcon } from '../../../ui/icons.tsx';
import { Select } from '../../../ui/select.tsx';
import type { DevicesPage } from './devices-loader.ts';
import { useTranslation } from '../../translation.tsx';
import { usePageAddress } from '../../components/page-link.tsx';
import { ModelAnswer } from './model-answer.tsx';
import { useDeviceFinder } from './use-device-finder.ts';

/** A model and its place of sale: answered during typing, and without scripts by the server. */
export function ModelCheck({ page }: { page: DevicesPage }) {
  const { t } = useTranslation();
  const address = usePageAddress();
  const field = useRef<HTMLInputElement>(null);
  const [{ query, boughtIn }, ask] = useQuestion(page.question);
  const { find, prepare } = useDeviceFinder();
  const typed = cutQuery(query);
  const known = typed === page.question.query && page.found !== null && { found: page.found, listedAt: page.listedAt };
  const answer = typed === '' ? undefined : known || find?.(typed);
  return (
    <div className="model-check">
      <Form action={address(paths.helpDevices())} role="search" preventScrollReset replace>
        <Field
          ref={field}
          label={t('devices.model')}
          name="model"
          type="text"
          value={query}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={80}
          placeholder={t('devices.example')}
          icon={<PhoneIcon size={22} />}
          onFocus={prepare}
          onChange={(event) => ask({ query: event.target.value, boughtIn })}
          trailing={
            query !== '' && (
              <IconButton
                className="model-check__clear"
                label={t('devices.clear')}
                onClick={() => {
                  ask({ query: '', boughtIn });
                  field.current?.focus();
                }}
              >
                <CloseIcon />
              </IconButton>
            )
          }
        />
        <SaleRow boughtIn={boughtIn} onChange={(value) => ask({ query, boughtIn: readBoughtIn(value) })} />
      </Form>
      <ModelAnswer answer={answer} query={typed} boughtIn={boughtIn} />
    </div>
  );
}

/** The place of sale, and the button. */
function SaleRow({
  boughtIn,
  onChange,
}: {
  boughtIn: DevicesPage['question']['boughtIn'];
  onChange: (place: string) => void;
}) {
  const { t, locale } = useTranslation();
  const places = SALE_PLACES.map((place) => ({ value: place as string, label: t(`devices.places.${place}`) }));
  return (
    <div className="model-check__row">
      <Select
        label={t('devices.boughtIn')}
        name="in"
        value={boughtIn ?? ''}
        options={[
          { value: '', label: t('devices.notSaid') },
          ...places.toSorted((a, b) => a.label.localeCompare(b.label, locale)),
          { value: 'other', label: t('devices.otherPlace') },
        ]}
        onChange={onChange}
      />
      <Button type="submit" variant="secondary">
        {t('devices.check')}
      </Button>
      <a className="link small model-check__this" href="#this">
        {t('devices.thisPhone')}
      </a>
    </div>
  );
}

/** The current question: initially that of the URL, then the input. */
function useQuestion(asked: DevicesPage['question']) {
  const [known, setKnown] = useState(asked);
  const [question, ask] = useState(asked);
  // Another URL, for example after Back, has another question.
  if (known.query !== asked.query || known.boughtIn !== asked.boughtIn) {
    setKnown(asked);
    ask(asked);
  }
  return [question, ask] as const;
}
