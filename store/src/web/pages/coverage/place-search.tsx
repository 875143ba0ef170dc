import { type ReactNode, useRef } from 'react';
import { Form } from 'react-router';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { SearchIcon } from '../../../ui/icons.tsx';
import { shopAddress } from '../../../shared/shop/shop-address.ts';
import { useTranslation } from '../../translation.tsx';
import { useTypedEarly } from '../../use-typed-early.ts';
import { PageLink, usePageAddress } from '../../components/page-link.tsx';

/** A field that filters the list during typing; without scripts it is a form that the server answers. */
export function PlaceSearch({
  label,
  to,
  query,
  onChange,
  children,
}: {
  label: string;
  /** The page with the result, from `paths`. */
  to: string;
  query: string;
  onChange: (query: string) => void;
  /** Other fields of the form. */
  children?: ReactNode;
}) {
  const { t } = useTranslation();
  const address = usePageAddress();
  const input = useRef<HTMLInputElement>(null);
  useTypedEarly(input, query, onChange);
  return (
    <Form className="place-search" role="search" action={address(to)} preventScrollReset replace>
      {children}
      <div className="input">
        <SearchIcon />
        <input
          ref={input}
          type="search"
          name="q"
          aria-label={label}
          placeholder={label}
          autoComplete="off"
          value={query}
          onChange={(event) => onChange(event.target.value)}
        />
      </div>
      <noscript>
        <button type="submit" className={buttonClass({ variant: 'secondary' })}>
          {t('coverage.search.submit')}
        </button>
      </noscript>
    </Form>
  );
}

/** No results: the query, and where else to look. */
export function NothingFound({ query, onClear }: { query: string; onClear: () => void }) {
  const { t } = useTranslation();
  return (
    <div className="card">
      <EmptyState
        icon={<SearchIcon />}
        title={t('coverage.search.none', { query })}
        action={
          <div className="place-search__ways">
            <PageLink className={buttonClass()} to={shopAddress({ query })}>
              {t('coverage.search.plans')}
            </PageLink>
            <Button variant="secondary" onClick={onClear}>
              {t('coverage.search.clear')}
            </Button>
          </div>
        }
      >
        {t('coverage.search.noneText')}
      </EmptyState>
    </div>
  );
}

/** Shown when the catalogue is larger than the page. */
export function ListIsCut({ shown, total }: { shown: number; total: number }) {
  const { t } = useTranslation();
  if (shown >= total) return null;
  return <p className="muted small">{t('coverage.search.cut', { shown, count: total })}</p>;
}
