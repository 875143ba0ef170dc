import { useState } from 'react';
import { paths } from '../../../../shared/paths.ts';
import type { OrderLineView, OrderView } from '../../../../shared/views.ts';
import { type ButtonVariant, buttonClass } from '../../../../ui/button.tsx';
import { Dialog } from '../../../../ui/dialog.tsx';
import type { Caller } from '../../../api.ts';
import { isPlainClick, PageLink } from '../../../components/page-link.tsx';
import { useTranslation } from '../../../translation.tsx';
import { useLineWords } from '../order-words.ts';
import { useOrderTexts } from './order-texts.tsx';
import { TopUpOffer } from './top-up-offer.tsx';

/** A link to the page of top-ups. With script the same content opens in a sheet. */
export function TopUpButton({
  order,
  line,
  number,
  caller,
  variant,
}: {
  order: OrderView;
  line: OrderLineView;
  /** Its number in the order, from 1. */
  number: number;
  caller: Caller;
  variant: ButtonVariant;
}) {
  const { t } = useTranslation();
  const { destination } = useLineWords()(line);
  const texts = useOrderTexts();
  const [open, setOpen] = useState(false);
  return (
    <>
      <PageLink
        className={buttonClass({ variant })}
        to={paths.topUp(order.id, number)}
        onClick={(event) => {
          if (texts === null || !isPlainClick(event)) return;
          event.preventDefault();
          setOpen(true);
        }}
      >
        {t('profile.esims.topUp')}
      </PageLink>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title={t('topup.title', { destination })}
        closeLabel={t('topup.close')}
        sheet
      >
        {texts !== null && (
          <TopUpOffer order={order} line={line} number={number} caller={caller} texts={texts} first={null} />
        )}
      </Dialog>
    </>
  );
}
