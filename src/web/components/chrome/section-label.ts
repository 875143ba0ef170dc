import type { TFunction } from 'i18next';
import type { Section } from './sections.ts';

export function sectionLabel(t: TFunction, section: Section): string {
  const labels: Record<Section, string> = {
    'how-it-works': t('chrome.howItWorks'),
    plans: t('chrome.plans'),
    coverage: t('chrome.coverage'),
    support: t('chrome.support'),
  };
  return labels[section];
}
