import { buffer } from 'node:stream/consumers';
import { parseMail } from './parse-mail.ts';

/**
 * A process of its own for one mail: reads a raw message and writes the result for `mail-reader.ts` as JSON. The
 * isolation protects other requests from untrusted input: parsing 24 MB blocks for 400 ms, and MIME and HTML libraries
 * have had worse defects.
 */
try {
  const { pictures, ...mail } = await parseMail(await buffer(process.stdin));
  const encoded = pictures.map(({ name, content }) => ({ name, content: content.toString('base64') }));
  process.stdout.write(JSON.stringify({ ...mail, pictures: encoded }));
} catch {
  process.exitCode = 1;
}
