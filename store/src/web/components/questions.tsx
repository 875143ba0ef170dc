import { Accordion } from '../../ui/accordion.tsx';
import { useTranslation } from '../translation.tsx';

const QUESTIONS = ['phone', 'when', 'number', 'end'] as const;

/** Common questions before a purchase; the first is open. `answers` replaces the usual ones for a plan that differs. */
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
