import type { EsimView } from '../../../shared/views.ts';
import { paths } from '../../../shared/paths.ts';
import { type ButtonVariant, buttonClass } from '../../../ui/button.tsx';
import { PageLink } from '../page-link.tsx';
import { useTranslation } from '../../translation.tsx';

/**
 * Leads to the page that sells the plan, with the plan chosen: that of the place it was bought for, otherwise its own.
 * To all plans when its destination is not sold any more.
 */
export function BuyAgain({
  plan: { offerKind, offerSlug, forPlace, planId },
  variant,
  describedBy,
}: {
  plan: Pick<EsimView, 'offerKind' | 'offerSlug' | 'forPlace' | 'planId'>;
  variant: ButtonVariant;
  describedBy?: string;
}) {
  const { t } = useTranslation();
  return (
    <PageLink
      className={buttonClass({ variant })}
      to={
        offerKind === null
          ? paths.plans()
          : paths.offer(
              forPlace === null ? { kind: offerKind, slug: offerSlug } : { kind: 'local', slug: forPlace.slug },
              planId,
            )
      }
      aria-describedby={describedBy}
    >
      {t('profile.esims.again')}
    </PageLink>
  );
}
