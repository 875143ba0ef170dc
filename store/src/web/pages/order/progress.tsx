import { classNames } from '../../../ui/class-names.ts';
import { CheckIcon } from '../../../ui/icons.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import { useTranslation } from '../../translation.tsx';

/** The three stations from payment to eSIM, with the one that is under way. */
export function Progress({ at, delayed = false }: { at: 'payment' | 'preparation'; delayed?: boolean }) {
  const { t } = useTranslation();
  const paid = at === 'preparation';
  const stations = [
    {
      title: t(paid ? 'order.progress.paid' : 'order.progress.paying'),
      text: paid ? '' : t('order.progress.payingText'),
      done: paid,
      now: !paid,
    },
    {
      title: t('order.progress.preparing'),
      text: t(delayed ? 'order.progress.delayedText' : 'order.progress.preparingText'),
      done: false,
      now: paid,
    },
    { title: t('order.progress.ready'), text: t('order.progress.readyText'), done: false, now: false },
  ];
  return (
    <ol className="progress" aria-label={t('order.progress.label')}>
      {stations.map(({ title, text, done, now }) => (
        <li
          key={title}
          className={classNames(done && 'is-done', now && 'is-now')}
          aria-current={now ? 'step' : undefined}
        >
          <span className="progress-mark" aria-hidden="true">
            {done ? <CheckIcon size={16} strokeWidth={3} /> : now ? <Spinner size={18} /> : null}
          </span>
          <b>
            {title}
            {done && <VisuallyHidden> ({t('order.progress.done')})</VisuallyHidden>}
          </b>
          {text !== '' && <span>{text}</span>}
        </li>
      ))}
    </ol>
  );
}
