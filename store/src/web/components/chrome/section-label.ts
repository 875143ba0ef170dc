import type { Translator } from '../../../i18n/i18n.ts';
import type { Section } from './sections.ts';

export function sectionLabel(t: Translator, section: Section): string {
  const labels: Record<Section, string> = {
    'how-it-works': t('chrome.howItWorks'),
    plans: t('chrome.plans'),
    coverage: t('chrome.coverage'),
    support: t('chrome.support'),
  };
  return labels[section];
}
