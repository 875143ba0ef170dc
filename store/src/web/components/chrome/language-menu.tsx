import { language } from '../../../i18n/areas/language.ts';
import { isLocale, LOCALES } from '../../../shared/locale.ts';
import { LanguageIcon } from '../../../ui/icons.tsx';
import { RadioMenu } from '../../../ui/menu.tsx';
import { useChooseLanguage, useLocale } from '../../language.ts';
import { useTranslation } from '../../translation.tsx';

/** The languages, each in its own name; the change is immediate. */
export function LanguageMenu() {
  const { t } = useTranslation();
  const locale = useLocale();
  const choose = useChooseLanguage();
  return (
    <RadioMenu
      label={t('chrome.language')}
      icon={<LanguageIcon />}
      choices={LOCALES.map((each) => ({ value: each, label: language[each].name, lang: each }))}
      value={locale}
      onChoose={(value) => isLocale(value) && choose(value)}
    />
  );
}
