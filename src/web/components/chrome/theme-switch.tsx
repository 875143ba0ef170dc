import { useId } from 'react';
import { THEMES } from '../../../shared/theme.ts';
import { chooseTheme, useTheme } from '../../theme.ts';
import { useTranslation } from '../../translation.tsx';

/** System, light or dark: a radio group; the change is immediate. */
export function ThemeSwitch() {
  const { t } = useTranslation();
  const name = useId();
  const theme = useTheme();
  return (
    <fieldset className="theme-switch needs-script">
      <legend className="sr">{t('chrome.theme.label')}</legend>
      {THEMES.map((each) => (
        <label key={each}>
          <input type="radio" name={name} checked={theme === each} onChange={() => chooseTheme(each)} />
          {t(`chrome.theme.${each}`)}
        </label>
      ))}
    </fieldset>
  );
}
