import { useEffect, useRef, useState } from 'react';
import type { AnswerOf, Calls } from '../../../http/api/routes/client.ts';
import { brandName } from '../../../shared/saved-cards.ts';
import type { SavedCardView } from '../../../shared/views.ts';
import { callApi, type Caller } from '../../api.ts';
import { useTranslation } from '../../translation.tsx';
import type { Then } from './card-removal.tsx';

export type CardList = AnswerOf<Calls['get /account/cards']>;

/** The saved cards of the account: undefined while they load. */
type CardsState = CardList | undefined | 'failed';

export function useCards({ owner, caller }: { owner: string; caller: Caller }) {
  const { t } = useTranslation();
  const [state, setState] = useState<CardsState>();
  const [round, setRound] = useState(0);
  const [news, setNews] = useState('');
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

  // Another tab may have removed a card, and the bank may have renewed one.
  useEffect(() => {
    const look = () => document.visibilityState === 'visible' && setRound((before) => before + 1);
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, []);

  return {
    state,
    /** What has become of a card, for a screen reader. */
    news,
    retry() {
      setState(undefined);
      setRound((before) => before + 1);
    },
    /** Throws ApiError. After `card-in-use` the list is read again. */
    async remove({ id, brand, last4 }: SavedCardView, then: Then): Promise<void> {
      const query = then === 'none' ? {} : then === 'switch-off' ? { switchOff: 'true' as const } : then;
      try {
        await callApi('delete /account/cards/{cardId}', { params: { cardId: id }, query, caller: latest.current });
      } catch (error) {
        setRound((before) => before + 1);
        throw error;
      }
      setNews(t('cards.remove.done', { brand: brandName(brand), digits: last4 }));
      setState((before) =>
        typeof before === 'object' ? { ...before, cards: before.cards.filter((card) => card.id !== id) } : before,
      );
      // Another card has taken over what it paid.
      if (typeof then === 'object') setRound((before) => before + 1);
    },
    /** Makes a card the first choice. Resolves to false when it is not, and reads the list again. */
    async prefer(card: SavedCardView): Promise<boolean> {
      const { id, brand, last4 } = card;
      const words = { brand: brandName(brand), digits: last4 };
      try {
        await callApi('post /account/cards/{cardId}/first-choice', { params: { cardId: id }, caller: latest.current });
      } catch {
        setNews(t('cards.prefer.failed', words));
        setRound((before) => before + 1);
        return false;
      }
      setNews(t('cards.prefer.done', words));
      setState((before) =>
        typeof before === 'object'
          ? { ...before, cards: [card, ...before.cards.filter((other) => other.id !== id)] }
          : before,
      );
      return true;
    },
  };
}
