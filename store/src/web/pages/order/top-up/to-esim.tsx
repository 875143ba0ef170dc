import { paths } from '../../../../shared/paths.ts';
import type { OrderView } from '../../../../shared/views.ts';
import { type ButtonVariant, buttonClass } from '../../../../ui/button.tsx';
import { PageLink } from '../../../components/page-link.tsx';
import { useTranslation } from '../../../translation.tsx';

/** From the order of a top-up to the page of its eSIM; nothing on other orders. */
export function ToEsim({ order: { lines }, variant }: { order: OrderView; variant: ButtonVariant }) {
  const { t } = useTranslation();
  const addedTo = lines[0]?.addedTo ?? null;
  if (addedTo === null) return null;
  return (
    <PageLink className={buttonClass({ variant })} to={paths.order(addedTo.orderId, addedTo.line)}>
      {t('topup.ofOrder.toEsim')}
    </PageLink>
  );
}
