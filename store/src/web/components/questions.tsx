import { Accordion } from '../../ui/accordion.tsx';
import { useTranslation } from '../translation.tsx';

const QUESTIONS = ['phone', 'when', 'number', 'end'] as const;

/** What people ask before they buy; the first is open. `answers`: in place of the usual ones, where a plan is not the usual one. */
export function Questions({ answers = {} }: { answers?: Partial<Record<(typeof QUESTIONS)[number], string>> }) {
  const { t } = useTranslation();
  return (
    <Accordion
      items={QUESTIONS.map((id, index) => ({
        id,
        title: t(`home.questions.${id}.title`),
        content: answers[id] ?? t(`home.questions.${id}.text`),
        open: index === 0,
      }))}
    />
  );
}
