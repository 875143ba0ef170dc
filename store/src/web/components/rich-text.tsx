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
    return <Fragment key={index}>{index % 3 === 0 ? piece : parts[pieces[index - 1]!]?.(piece)}</Fragment>;
  });
}
