import { isTheme, THEMES } from '../../../shared/theme.ts';
import { ContrastIcon } from '../../../ui/icons.tsx';
import { RadioMenu } from '../../../ui/menu.tsx';
import { chooseTheme, useTheme } from '../../theme.ts';
import { useTranslation } from '../../translation.tsx';

/** As the device, light or dark; the change is immediate. */
export function ThemeMenu() {
  const { t } = useTranslation();
  return (
    <RadioMenu
      label={t('chrome.theme.label')}
      icon={<ContrastIcon />}
      choices={THEMES.map((each) => ({ value: each, label: t(`chrome.theme.${each}`) }))}
      value={useTheme()}
      onChoose={(value) => isTheme(value) && chooseTheme(value)}
    />
  );
}
