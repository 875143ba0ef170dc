import { Fragment, type ReactNode } from 'react';

/**
 * A message with tagged words: in `By paying you accept the <terms>Terms</terms>`, `parts.terms` renders the word
 * "Terms".
 */
export function RichText({ text, parts }: { text: string; parts: Record<string, (words: string) => ReactNode> }) {
  const pieces = text.split(/<(\w+)>(.*?)<\/\1>/);
  // Alternating: plain text, tag name, tagged words, plain text, …
  return pieces.map((piece, index) => {
    if (index % 3 === 1) return null;
    if (index % 3 === 0) return <Fragment key={index}>{piece}</Fragment>;
    const part = parts[pieces[index - 1]!]?.(piece);
    if (!isHyphenated(piece)) return <Fragment key={index}>{part}</Fragment>;
    return (
      <span className="whitespace-nowrap" key={index}>
        {part}
      </span>
    );
  });
}

/** `Connectez-vous`: the line does not break at the hyphen. */
const isHyphenated = (words: string) => words.includes('-') && !words.includes(' ');
