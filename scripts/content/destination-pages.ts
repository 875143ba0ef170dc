import { readFileSync } from 'node:fs';
import path from 'node:path';
import { paths } from '#src/shared/paths.ts';

/** The paths of the destinations that every shop has. Texts may link to them. */
export function destinationPages(root: string): string[] {
  const file = path.join(root, 'data', 'catalogue', 'destinations.json');
  const destinations = JSON.parse(readFileSync(file, 'utf8')) as {
    kind: 'local' | 'regional' | 'global';
    slug: string;
  }[];
  return destinations.map((destination) => paths.offer(destination));
}
