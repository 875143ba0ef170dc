import { useEffect, useRef, useState } from 'react';
import type { AnswerOf, Calls } from '../../../http/api/routes/client.ts';
import { brandName } from '../../../shared/saved-cards.ts';
import type { SavedCardView } from '../../../shared/views.ts';
import { callApi, type Caller } from '../../api.ts';
import { useTranslation } from '../../translation.tsx';

export type CardList = AnswerOf<Calls['get /account/cards']>;

/** The saved cards of the account: undefined while they load. */
type CardsState = CardList | undefined | 'failed';

export function useCards({ owner, caller }: { owner: string; caller: Caller }) {
  const { t } = useTranslation();
  const [state, setState] = useState<CardsState>();
  const [round, setRound] = useState(0);
  const [removed, setRemoved] = useState('');
  const latest = useRef(caller);

  useEffect(() => {
    latest.current = caller;
  });

  useEffect(() => {
    let left = false;
    callApi('get /account/cards', { caller: latest.current }).then(
      (list) => left || setState(list),
      () => left || setState('failed'),
    );
    return () => {
      left = true;
    };
  }, [owner, round]);

  return {
    state,
    /** Names the card that was removed, for a screen reader. */
    removed,
    retry() {
      setState(undefined);
      setRound((before) => before + 1);
    },
    /** Throws ApiError. After `card-in-use` the list is read again. */
    async remove({ id, brand, last4 }: SavedCardView, switchOff: boolean): Promise<void> {
      const query = switchOff ? { switchOff: 'true' as const } : {};
      try {
        await callApi('delete /account/cards/{cardId}', { params: { cardId: id }, query, caller: latest.current });
      } catch (error) {
        setRound((before) => before + 1);
        throw error;
      }
      setRemoved(t('cards.remove.done', { brand: brandName(brand), digits: last4 }));
      setState((before) =>
        typeof before === 'object' ? { ...before, cards: before.cards.filter((card) => card.id !== id) } : before,
      );
    },
  };
}
