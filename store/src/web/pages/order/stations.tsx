import { classNames } from '../../../ui/class-names.ts';
import { CheckIcon } from '../../../ui/icons.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import { useTranslation } from '../../translation.tsx';

export type Station = { title: string; text: string; done: boolean; now: boolean };

/** What has happened, what is happening and what follows, one below the other. `slow`: the current one takes days. */
export function Stations({
  label,
  stations,
  slow = false,
}: {
  label: string;
  stations: readonly Station[];
  slow?: boolean;
}) {
  const { t } = useTranslation();
  return (
    <ol className="progress" aria-label={label}>
      {stations.map(({ title, text, done, now }) => (
        <li
          key={title}
          className={classNames(done && 'is-done', now && 'is-now')}
          aria-current={now ? 'step' : undefined}
        >
          <span className={classNames('progress-mark', slow && 'progress-mark--slow')} aria-hidden="true">
            {done ? <CheckIcon size={16} strokeWidth={3} /> : now && !slow ? <Spinner size={32} /> : null}
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
