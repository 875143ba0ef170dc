import { language } from '../../../i18n/areas/language.ts';
import { formatLanguage } from '../../../i18n/format.ts';
import { isLocale, LOCALES, type Locale } from '../../../shared/locale.ts';
import { Button } from '../../../ui/button.tsx';
import { Select } from '../../../ui/select.tsx';
import { type Caller, callApi } from '../../api.ts';
import { useChooseLanguage, useLocale } from '../../language.ts';
import { useTranslation } from '../../translation.tsx';
import { ProblemAlert } from '../../components/auth/problem-alert.tsx';
import { Section } from './section.tsx';
import { useAction } from './use-action.ts';

/**
 * The language of the site, changed at once, like in the menu; a choice here is also the language of our mails.
 * `ofMails` is the account's current one, undefined while it loads.
 */
export function LanguageSection({
  caller,
  ofMails,
  onChanged,
}: {
  caller: Caller;
  ofMails: Locale | undefined;
  onChanged: () => void;
}) {
  const { t } = useTranslation();
  const locale = useLocale();
  const choose = useChooseLanguage();
  const { busy, problem, run } = useAction();

  async function keep(wanted: Locale) {
    const done = await run(async () => {
      await callApi('put /account/locale', { body: { locale: wanted }, caller });
    });
    if (done) onChanged();
  }

  return (
    <Section name="language" text={t('settings.language.text')}>
      <div className="settings-form">
        <Select
          label={t('settings.language.label')}
          value={locale}
          options={LOCALES.map((each) => ({ value: each, label: language[each].name }))}
          onChange={(value) => {
            if (!isLocale(value)) return;
            choose(value);
            void keep(value);
          }}
        />
        {ofMails !== undefined && ofMails !== locale && (
          <div className="row mt-3 flex-wrap gap-x-4 gap-y-2">
            <p className="muted small">
              {t('settings.language.mailsIn', { language: formatLanguage(ofMails, locale) })}
            </p>
            <Button variant="secondary" loading={busy} onClick={() => void keep(locale)}>
              {t(`settings.language.mailsToo`)}
            </Button>
          </div>
        )}
        {problem && <ProblemAlert problem={problem} />}
      </div>
    </Section>
  );
}
