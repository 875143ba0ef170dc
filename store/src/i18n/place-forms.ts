/**
 * What a language writes before the name of a place inside a sentence: `{{name|le}}` in a French message becomes
 * `la France`, `le Japon` or `Bali`. Each language has its table (`<code>/place-forms.ts`); a name that it does not
 * list stays as it is.
 */
export type PlaceForms = {
  /** The names of the forms, in the order of `before`. */
  forms: readonly string[];
  /** Places that have the same words before them, separated by `|`; `Monde=monde entier` writes another name. */
  places: readonly { before: readonly string[]; names: string }[];
};

/** The form of a place, such as `aux États-Unis` for `en`; unknown places and forms return the name. */
export function placeFormer({ forms, places }: PlaceForms): (name: string, form: string) => string {
  let known: Map<string, { before: readonly string[]; written: string }> | undefined;
  return (name, form) => {
    known ??= new Map(places.flatMap(({ before, names }) => [...namesOf(names, before)]));
    const place = known.get(name);
    const word = place?.before[forms.indexOf(form)];
    return place === undefined || word === undefined ? name : word + place.written;
  };
}

function* namesOf(names: string, before: readonly string[]) {
  for (const each of names.split('|')) {
    const [name = '', written = name] = each.split('=');
    yield [name, { before, written }] as const;
  }
}
