import { Accordion } from '../../../ui/accordion.tsx';
import { useTranslation } from '../../translation.tsx';

const QUESTIONS = ['phone', 'when', 'number', 'end'] as const;

/** What people ask before they buy; the first is open. */
export function Questions() {
  const { t } = useTranslation();
  return (
    <Accordion
      items={QUESTIONS.map((id, index) => ({
        id,
        title: t(`home.questions.${id}.title`),
        content: t(`home.questions.${id}.text`),
        open: index === 0,
      }))}
    />
  );
}
