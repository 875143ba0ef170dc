import { useEffect, useRef, useState } from 'react';
import type { AnswerOf, Calls } from '../../../http/api/routes/client.ts';
import { brandName } from '../../../shared/saved-cards.ts';
import type { SavedCardView } from '../../../shared/views.ts';
import { useToast } from '../../../ui/toast.tsx';
import { callApi, type Caller } from '../../api.ts';
import { useTranslation } from '../../translation.tsx';
import type { Then } from './card-removal.tsx';
import { useUseWords } from './use-words.ts';

export type CardList = AnswerOf<Calls['get /account/cards']>;

/** The saved cards of the account: undefined while they load. */
type CardsState = CardList | undefined | 'failed';

export function useCards({ owner, caller }: { owner: string; caller: Caller }) {
  const [state, setState] = useState<CardsState>();
  const [round, setRound] = useState(0);
  const latest = useRef(caller);

  useEffect(() => {
    latest.current = caller;
  });

  useEffect(() => {
    let left = false;
    callApi('get /account/cards', { caller: latest.current }).then(
      (list) => left || setState(list),
      // A list that is shown stays.
      () => left || setState((before) => (typeof before === 'object' ? before : 'failed')),
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
    retry() {
      setState(undefined);
      setRound((before) => before + 1);
    },
    /** Reads the list again, while this one is shown. */
    lookAgain: () => setRound((before) => before + 1),
    /** Takes a removed card off the list. */
    forget: (cardId: string) =>
      setState((before) =>
        typeof before === 'object' ? { ...before, cards: before.cards.filter(({ id }) => id !== cardId) } : before,
      ),
  };
}

/** What is done to a card of the list. */
export function useCardActions({
  caller,
  lookAgain,
  forget,
}: Pick<ReturnType<typeof useCards>, 'lookAgain' | 'forget'> & { caller: Caller }) {
  const { t } = useTranslation();
  const esimOf = useUseWords();
  const toast = useToast();
  const [news, setNews] = useState('');
  const [problem, setProblem] = useState<string>();

  /** Says whether it was done, and reads the list again. */
  async function attempt(call: () => Promise<unknown>, said: { done: string; failed: string }): Promise<boolean> {
    const done = await call().then(
      () => true,
      () => false,
    );
    if (done) toast(said.done);
    setProblem(done ? undefined : said.failed);
    lookAgain();
    return done;
  }

  return {
    /** Names the card that was removed, for a screen reader. */
    news,
    /** What was not done. */
    problem,
    /** Throws ApiError. After `card-in-use` the list is read again. */
    async remove({ id, brand, last4 }: SavedCardView, then: Then): Promise<void> {
      const query = then === 'none' ? {} : then === 'switch-off' ? { switchOff: 'true' as const } : then;
      try {
        await callApi('delete /account/cards/{cardId}', { params: { cardId: id }, query, caller });
      } catch (error) {
        lookAgain();
        throw error;
      }
      setNews(t('cards.remove.done', { brand: brandName(brand), digits: last4 }));
      forget(id);
      // Another card has taken over what it paid.
      if (typeof then === 'object') lookAgain();
    },
    /** Makes a card the first choice. Resolves to false when it is not. */
    prefer({ id, brand, last4 }: SavedCardView): Promise<boolean> {
      const words = { brand: brandName(brand), digits: last4 };
      return attempt(() => callApi('post /account/cards/{cardId}/first-choice', { params: { cardId: id }, caller }), {
        done: t('cards.prefer.done', words),
        failed: t('cards.prefer.failed', words),
      });
    },
    /** Switches an auto top-up off. Resolves to false when it is still on. */
    switchOff(use: SavedCardView['autoTopUps'][number]): Promise<boolean> {
      const input = { params: { orderId: use.orderId, line: String(use.line) }, body: { on: false as const }, caller };
      return attempt(() => callApi('put /orders/{orderId}/lines/{line}/auto-top-up', input), {
        done: t('cards.switchedOff', { esim: esimOf(use) }),
        failed: t('cards.notSwitchedOff', { esim: esimOf(use) }),
      });
    },
  };
}
