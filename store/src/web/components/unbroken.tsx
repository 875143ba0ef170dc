import { Fragment } from 'react';

/**
 * The dash of a plan's name with the words beside it, such as `France - 3GB`, its number in brackets, and words with a
 * hyphen inside, such as `reste-t-il`, `est-ce` or `e-mail`; longer ones may break on a narrow phone.
 */
const HYPHENATED = /([^ ]+ - [^ ]+|\([^()]+\)|[\p{L}’]+(?:-\p{L}+)+)/gu;
const MAX_NAME = 28;
const MAX_WORD = 20;

/**
 * A short text, such as a title, whose hyphenated words stay in one line. CSS has no property for it, and a joiner
 * character in the messages would reach mails, the API and everyone who copies or compares a text.
 */
export function Unbroken({ children: text }: { children: string }) {
  return text.split(HYPHENATED).map((piece, index) =>
    index % 2 === 1 && piece.length <= (piece.includes(' - ') ? MAX_NAME : MAX_WORD) ? (
      <span key={index} className="whitespace-nowrap">
        {piece}
      </span>
    ) : (
      <Fragment key={index}>{piece}</Fragment>
    ),
  );
}
