import { eachLocale, FALLBACK_LOCALE, type Locale } from '../shared/locale.ts';
import { placeForms } from './areas/place-forms.ts';
import { formatList } from './format.ts';
import { placeFormer } from './place-forms.ts';

/** Messages by name, in groups: the content of a language's files. */
type Tree = { readonly [name: string]: string | Tree };

/**
 * Keys of the messages in a tree, such as `plans.search.label`; the forms of a plural (`days_one`, `days_other`) share
 * one: `days`.
 */
export type KeyOf<T> = {
  [Name in keyof T & string]: T[Name] extends string
    ? Name extends `${infer Base}_${'one' | 'other'}`
      ? Base
      : Name
    : `${Name}.${KeyOf<T[Name]>}`;
}[keyof T & string];

/** Several texts are joined: `France and Italy`. */
export type MessageValue = string | number | readonly string[] | null | undefined;

/**
 * The message of a key in one language. `values` fill its `{{name}}`s; `count` also selects the form of a plural.
 * `{{name|le}}` writes a place with the words that the language puts before it (`place-forms.ts`), each one of several.
 */
export type Translate<Key extends string> = (key: Key, values?: Readonly<Record<string, MessageValue>>) => string;

/** `t` of each language; missing messages are in English. */
export function createTranslators<Key extends string>(
  messages: Readonly<Record<Locale, object>>,
): Record<Locale, Translate<Key>> {
  const english = createTranslate<Key>(FALLBACK_LOCALE, messages[FALLBACK_LOCALE]);
  return eachLocale((locale) =>
    locale === FALLBACK_LOCALE ? english : createTranslate<Key>(locale, messages[locale], english),
  );
}

/**
 * A missing message is that of `fallback`, or without one its key. `messages` may gain areas later, so only found
 * messages are cached. Values are inserted unescaped, because React and hono/html escape.
 */
export function createTranslate<Key extends string>(
  locale: Locale,
  messages: object,
  fallback: Translate<Key> = (key) => key,
): Translate<Key> {
  const plurals = new Intl.PluralRules(locale);
  const known = new Map<string, string>();
  // Made with the first use: `npm run gen` starts before a new language is in the table.
  let formOf: ReturnType<typeof placeFormer> | undefined;

  function write(value: MessageValue, form: string | undefined): string {
    const say = (text: string) =>
      form === undefined ? text : (formOf ??= placeFormer(placeForms[locale]))(text, form);
    if (typeof value === 'object' && value !== null) return formatList(value.map(say), locale);
    return say(String(value ?? ''));
  }

  function find(key: string): string | undefined {
    const kept = known.get(key);
    if (kept !== undefined) return kept;
    let found: Tree | string | undefined = messages as Tree;
    for (const name of key.split('.')) found = typeof found === 'object' ? found[name] : undefined;
    if (typeof found !== 'string') return undefined;
    known.set(key, found);
    return found;
  }

  return (key, values) => {
    if (values === undefined) return find(key) ?? fallback(key);
    const { count } = values;
    const plural = typeof count === 'number' ? (find(`${key}_${plurals.select(count)}`) ?? find(`${key}_other`)) : null;
    const message = plural ?? find(key);
    if (message === undefined) return fallback(key, values);
    return message.replace(/\{\{(\w+)(?:\|(\w+))?\}\}/g, (_, name: string, form?: string) => write(values[name], form));
  };
}
