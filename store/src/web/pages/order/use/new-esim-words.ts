import type { OrderLineView } from '../../../../shared/views.ts';
import { useFormat } from '../../../format.ts';
import { useTranslation } from '../../../translation.tsx';
import { useLineWords } from '../order-words.ts';

/** What a traveller gets who buys the plan of a line again, with its price of today; `row`: beside a top-up. */
export function useNewEsimWords() {
  const { t } = useTranslation();
  const format = useFormat();
  const wordsOf = useLineWords();
  return (line: OrderLineView, use: 'instead' | 'row') => {
    const { destination, data } = wordsOf(line);
    const { priceNow } = line;
    if (priceNow === null) return t(use === 'row' ? 'topup.row.againAny' : 'topup.insteadAny', { destination });
    return t(use === 'row' ? 'topup.row.again' : 'topup.instead', {
      destination,
      data,
      price: format.money(priceNow),
    });
  };
}
