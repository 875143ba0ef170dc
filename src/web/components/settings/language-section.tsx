import { useTranslation } from 'react-i18next';
import { isLocale, LOCALES } from '../../../shared/locale.ts';
import { Select } from '../../../ui/select.tsx';
import { useChooseLanguage, useLocale } from '../../language.ts';
import { Section } from './section.tsx';

/** The language of the site, changed at once, as in the menu at the top. */
export function LanguageSection() {
  const { t } = useTranslation();
  const locale = useLocale();
  const choose = useChooseLanguage();
  return (
    <Section name="language" text={t('settings.language.text')}>
      <div className="settings-form">
        <Select
          label={t('settings.language.label')}
          value={locale}
          options={LOCALES.map((each) => ({ value: each, label: t(`chrome.languages.${each}`) }))}
          onChange={(value) => isLocale(value) && choose(value)}
        />
      </div>
    </Section>
  );
}
