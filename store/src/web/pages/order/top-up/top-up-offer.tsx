import { Alert } from '../../../../ui/alert.tsx';
import { Button } from '../../../../ui/button.tsx';
import { Skeleton } from '../../../../ui/skeleton.tsx';
import { useTranslation } from '../../../translation.tsx';
import type { OfferProps } from './offer-props.ts';
import { RefusedTopUp } from './refused-top-up.tsx';
import { TopUpForm } from './top-up-form.tsx';
import { useOffered } from './use-offered.ts';

/** What can be added to an eSIM: a form, or why nothing can. */
export function TopUpOffer(props: OfferProps) {
  const { t } = useTranslation();
  const { offered, look } = useOffered(props);
  if (offered === 'asking') return <Asking />;
  if (offered === 'failed')
    return (
      <Alert tone="danger">
        {t('topup.problem.network')}
        <span className="row mt-3">
          <Button variant="secondary" onClick={() => void look()}>
            {t('topup.retry')}
          </Button>
        </span>
      </Alert>
    );
  if (offered.reason !== null) return <RefusedTopUp {...props} reason={offered.reason} onLook={() => void look()} />;
  return <TopUpForm {...props} choices={offered.choices} asksConsent={offered.asksConsent} onLook={look} />;
}

function Asking() {
  const { t } = useTranslation();
  return (
    <div className="stack" role="status" aria-busy="true">
      <p className="muted">{t('topup.loading')}</p>
      <Skeleton className="h-14 w-full" />
      <Skeleton className="h-14 w-full" />
      <Skeleton className="h-14 w-full" />
    </div>
  );
}
