import type { ReactNode } from 'react';
import { useTranslation } from '../../translation.tsx';
import type { Letter } from './places.ts';

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
