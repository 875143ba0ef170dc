import fc from 'fast-check';
import { expect, test } from 'vitest';
import { jsonObjects } from './json-objects.ts';

/** The text in chunks, as a file is read. */
async function* inPieces(text: string, size: number) {
  for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size);
}

async function objectsIn(text: string, size = 7): Promise<{ key: string; value: unknown }[]> {
  const found = [];
  for await (const { key, text: object } of jsonObjects(inPieces(text, size)))
    found.push({ key, value: JSON.parse(object) as unknown });
  return found;
}

test('the objects of a file are complete for any layout and any chunk size', async () => {
  const object = fc.dictionary(fc.string(), fc.jsonValue());
  await fc.assert(
    fc.asyncProperty(
      object,
      fc.array(object),
      fc.boolean(),
      fc.integer({ min: 1, max: 50 }),
      async (hash, users, indented, size) => {
        const text = JSON.stringify({ kind: 'a "file" {[', hash, none: [], users }, null, indented ? 2 : 0);
        expect(await objectsIn(text, size)).toEqual([
          { key: 'hash', value: JSON.parse(JSON.stringify(hash)) },
          ...users.map((user) => ({ key: 'users', value: JSON.parse(JSON.stringify(user)) as unknown })),
        ]);
      },
    ),
  );
});

test('a truncated file and another format are distinguished', async () => {
  await expect(objectsIn('{"users":[{"localId":"a"},{"loc')).rejects.toThrow('The file ends in the middle.');
  await expect(objectsIn('{"users":[{"localId":"a"}}')).rejects.toThrow('The file is not JSON.');
});
