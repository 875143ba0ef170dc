import { useEffect, useId, useRef, useState } from 'react';
import { cutQuery } from '../../../shared/finding/fold.ts';
import { paths } from '../../../shared/paths.ts';
import type { ShopState } from '../../../shared/shop/shop-address.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { CloseIcon, SearchIcon } from '../../../ui/icons.tsx';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import { useTranslation } from '../../translation.tsx';
import { useTypedEarly } from '../../use-typed-early.ts';
import { usePageAddress } from '../../components/page-link.tsx';
import { useShop } from './use-shop.ts';

/** Debounce: the page is requested after this pause in typing. */
const PAUSE_MS = 150;

type Draft = ReturnType<typeof useDraft>;

/** The text in the search field, and the page that follows it. */
export function useDraft(state: ShopState) {
  const { change } = useShop(state);
  const [draft, setDraft] = useState(state.query);
  const asked = useRef(state.query);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  // "Back" and links change the query without the field.
  useEffect(() => {
    if (state.query !== asked.current) setDraft(state.query);
    asked.current = state.query;
  }, [state.query]);
  useEffect(() => () => clearTimeout(timer.current), []);

  function ask(text: string) {
    clearTimeout(timer.current);
    const query = cutQuery(text);
    asked.current = query;
    if (query !== state.query) change({ query, compare: [] });
  }
  return {
    draft,
    query: cutQuery(draft),
    type(text: string) {
      setDraft(text);
      clearTimeout(timer.current);
      timer.current = setTimeout(() => ask(text), PAUSE_MS);
    },
    submit(text: string) {
      setDraft(text);
      ask(text);
    },
  };
}

/** The search of the shop. Without script it is a form that requests the same URL. */
export function SearchBox({ state, draft, onFocus }: { state: ShopState; draft: Draft; onFocus: () => void }) {
  const { t } = useTranslation();
  return (
    <form
      role="search"
      action={usePageAddress()(paths.plans())}
      className="shop-search"
      onSubmit={(event) => {
        event.preventDefault();
        draft.submit(draft.draft);
      }}
    >
      <SearchInput draft={draft} onFocus={onFocus} />
      {Object.entries(keptOf(state)).map(
        ([name, value]) => value !== null && <input key={name} type="hidden" name={name} value={value} />,
      )}
      <Button type="submit" className="no-script-only">
        {t('shop.search.submit')}
      </Button>
    </form>
  );
}

/** The rest of the URL, which a search keeps. */
function keptOf({ filter, kind, sort, view }: ShopState) {
  return {
    data: filter.data,
    days: filter.days,
    price: filter.price,
    '5g': filter.fiveG ? 1 : null,
    hotspot: filter.hotspot ? 1 : null,
    kind,
    sort: sort === 'popular' ? null : sort,
    view: view === 'list' ? null : view,
  };
}

function SearchInput({ draft, onFocus }: { draft: Draft; onFocus: () => void }) {
  const { t } = useTranslation();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  useTypedEarly(input, draft.draft, draft.type);
  return (
    <div className="input input--lg">
      <SearchIcon size={22} />
      <label htmlFor={id}>
        <VisuallyHidden>{t('plans.search.label')}</VisuallyHidden>
      </label>
      <input
        ref={input}
        id={id}
        type="search"
        name="q"
        value={draft.draft}
        placeholder={t('shop.search.placeholder')}
        maxLength={200}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        enterKeyHint="search"
        onFocus={onFocus}
        onChange={(event) => draft.type(event.target.value)}
      />
      {draft.draft !== '' && (
        <IconButton
          className="needs-script"
          label={t('plans.search.clear')}
          onClick={() => {
            draft.submit('');
            input.current?.focus();
          }}
        >
          <CloseIcon size={20} />
        </IconButton>
      )}
    </div>
  );
}
