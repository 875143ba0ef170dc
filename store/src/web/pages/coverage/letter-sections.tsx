import type { ReactNode } from 'react';
import { ChevronDownIcon } from '../../../ui/icons.tsx';
import { useTranslation } from '../../translation.tsx';
import { RichText } from '../../components/rich-text.tsx';
import type { Letter } from './places.ts';

/**
 * An alphabetical list that is one row for each letter, such as `A Albania to Azerbaijan 14`, until it is opened. All
 * items are in the document. `open`: all letters, for the result of a search.
 */
export function LetterGroups<T>({
  letters,
  nameOf,
  countOf,
  open,
  children,
}: {
  letters: readonly Letter<T>[];
  nameOf: (item: T) => string;
  /** What a group holds: `14 countries`. */
  countOf: (count: number) => string;
  open: boolean;
  /** Renders the items of one letter. */
  children: (items: readonly T[]) => ReactNode;
}) {
  const { t } = useTranslation();
  return (
    <div className="letter-groups">
      {letters.map(({ letter, items }) => {
        const [first, last] = [nameOf(items[0]!), nameOf(items.at(-1)!)];
        return (
          // A search opens the groups, and its end closes them, whatever was opened by hand.
          <details key={`${letter} ${open}`} className="letter-group" open={open}>
            <summary>
              <h2 className="letter-group__letter">{letter}</h2>
              <span className="letter-group__range">
                {items.length === 1 ? (
                  first
                ) : (
                  <RichText
                    text={t('coverage.letters.range', { first, last })}
                    parts={{ name: (words) => <span className="inline-block">{words}</span> }}
                  />
                )}
              </span>
              <span className="letter-group__count">{countOf(items.length)}</span>
              <ChevronDownIcon size={20} />
            </summary>
            {children(items)}
          </details>
        );
      })}
    </div>
  );
}

const letterId = (letter: string) => `letter-${letter === '#' ? 'other' : letter}`;

/** An alphabetical list: links to its letters, and a section for each. */
export function LetterSections<T>({
  letters,
  children,
}: {
  letters: readonly Letter<T>[];
  /** Renders the items of one letter. */
  children: (items: readonly T[]) => ReactNode;
}) {
  const { t } = useTranslation();
  return (
    <>
      {letters.length > 1 && (
        <nav className="letter-links" aria-label={t('coverage.countries.letters')}>
          {letters.map(({ letter }) => (
            <a key={letter} href={`#${letterId(letter)}`}>
              {letter}
            </a>
          ))}
        </nav>
      )}
      {letters.map(({ letter, items }) => (
        <section key={letter} className="letter-section" aria-labelledby={letterId(letter)}>
          <h2 className="h-sec" id={letterId(letter)}>
            {letter}
          </h2>
          {children(items)}
        </section>
      ))}
    </>
  );
}
