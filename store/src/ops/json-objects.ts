/** An object in a JSON file: the value of a member of the outermost object, or an element of an array member. */
export type JsonObject = { key: string; text: string };

/** An invalid file. The message is for the operator. */
export class JsonError extends Error {}

/** The maximum size of an object. Without a limit another kind of file would fill the memory. */
const MAX_LENGTH = 1_000_000;

/** Reads the objects of a file that may be larger than the memory, in order. Throws JsonError. */
export async function* jsonObjects(chunks: AsyncIterable<string>): AsyncGenerator<JsonObject> {
  /** Open brackets. */
  let open = '';
  let inString = false;
  let escaped = false;
  /** The last string at the outermost level, which is the key of the next value. */
  let key = '';
  /** The object or the key that is being read, or null between them. */
  let text: string | null = null;

  for await (const chunk of chunks) {
    let from = 0;
    for (let at = 0; at < chunk.length; at++) {
      const letter = chunk[at]!;
      if (inString) {
        if (escaped) escaped = false;
        else if (letter === '\\') escaped = true;
        else if (letter === '"') {
          inString = false;
          if (open === '{' && text !== null) {
            key = text + chunk.slice(from, at);
            text = null;
          }
        }
      } else if (letter === '"') {
        inString = true;
        if (open === '{') {
          text = '';
          from = at + 1;
        }
      } else if (letter === '{' || letter === '[') {
        if (letter === '{' && (open === '{' || open === '{[')) {
          text = '';
          from = at;
        }
        open += letter;
      } else if (letter === '}' || letter === ']') {
        if (open.at(-1) !== (letter === '}' ? '{' : '[')) throw new JsonError('The file is not JSON.');
        open = open.slice(0, -1);
        if (letter === '}' && text !== null && (open === '{' || open === '{[')) {
          yield { key, text: text + chunk.slice(from, at + 1) };
          text = null;
        }
      }
    }
    if (text !== null) {
      text += chunk.slice(from);
      if (text.length > MAX_LENGTH) throw new JsonError('The file contains an object that is too long for an account.');
    }
  }
  if (open !== '' || inString) throw new JsonError('The file ends in the middle.');
}
