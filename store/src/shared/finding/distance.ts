/** All swaps of two neighbouring letters. */
export function swapsOf(key: string): string[] {
  const swaps: string[] = [];
  for (let i = 0; i + 1 < key.length; i += 1)
    if (key[i] !== key[i + 1]) swaps.push(key.slice(0, i) + key[i + 1]! + key[i]! + key.slice(i + 2));
  return swaps;
}

/** True when one edit (insert, delete, replace, swap of neighbours) turns `typed` into a prefix of `key`. */
export function isNearPrefix(typed: string, key: string): boolean {
  let i = 0;
  while (i < typed.length && typed[i] === key[i]) i += 1;
  const rest = typed.slice(i);
  return (
    key.startsWith(rest, i + 1) ||
    key.startsWith(rest.slice(1), i) ||
    key.startsWith(rest.slice(1), i + 1) ||
    (rest.length > 1 && key.startsWith(rest[1]! + rest[0]! + rest.slice(2), i))
  );
}
