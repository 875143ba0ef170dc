import { paths } from '../../../shared/paths.ts';
import type { WithdrawalAnswer } from '../../../shared/forms/withdrawal.ts';
import type { WithdrawalChoices } from '../../../shared/withdrawal.ts';
import { PageTitle } from '../../components/chrome/page-title.tsx';
import { PageLink } from '../../components/page-link.tsx';
import { useTranslation } from '../../translation.tsx';
import { Received } from './received.tsx';
import { WithdrawForm } from './withdraw-form.tsx';

export type Shown = {
  choices: WithdrawalChoices | null;
  /** The number of the line from whose page the reader comes. */
  line: number | null;
  answer: WithdrawalAnswer | undefined;
};

/** The function that the law asks for, in its words: a form, then a button that confirms. */
export function WithdrawPage({ choices, line, answer }: Shown) {
  const { t } = useTranslation();
  const isSent = answer !== undefined && 'reference' in answer;
  return (
    <div className="wrap withdraw">
      <PageTitle title={t(isSent ? 'withdraw.sent.title' : 'withdraw.title')} description={t('withdraw.description')} />
      {isSent ? (
        <Received sent={answer} />
      ) : (
        <>
          <div className="stack gap-2.5">
            <h1 className="h-display">{t('withdraw.title')}</h1>
            <p className="lede">{t('withdraw.lead')}</p>
          </div>
          <WithdrawForm choices={choices} line={line} refused={answer} />
          <p className="small muted withdraw__more">
            <PageLink className="link" to={paths.withdrawalForm()}>
              {t('withdraw.form.model')}
            </PageLink>{' '}
            <PageLink className="link" to={`${paths.refundPolicy()}#withdrawal`}>
              {t('withdraw.form.rules')}
            </PageLink>
          </p>
        </>
      )}
    </div>
  );
}
