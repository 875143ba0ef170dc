import { buttonClass } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { MailIcon } from '../../ui/icons.tsx';
import { PageTitle } from './chrome/page-title.tsx';
import { PageLink } from './page-link.tsx';

type Props = { title: string; text: string; leads: { to: string; words: string } };

/** A mailed link whose token is wrong or over, and where its reader goes on. */
export function WrongLink({ title, text, leads: { to, words } }: Props) {
  return (
    <div className="wrap error-page">
      <PageTitle title={title} />
      <EmptyState
        level="h1"
        icon={<MailIcon />}
        title={title}
        action={
          <PageLink className={buttonClass({ variant: 'secondary' }, 'mt-3')} to={to}>
            {words}
          </PageLink>
        }
      >
        {text}
      </EmptyState>
    </div>
  );
}
