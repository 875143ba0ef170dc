import path from 'node:path';
import { expect, test } from 'vitest';
import { readText, trackedFiles } from './source.ts';

const MODULES = 'store/src/modules';

/** Folders of a module with a front door. Others hold files of one kind, such as templates. */
const DOORS = new Set(trackedFiles('.ts').filter((file) => /\/([\w-]+)\/\1\.ts$/.test(file)));

/** The module and the room of a file, with the name of its file; undefined for a file that is in no room. */
function roomOf(file: string): { module: string; room: string; name: string } | undefined {
  const [, module, room, name] = new RegExp(`^${MODULES}/([\\w-]+)/([\\w-]+)/([\\w-]+)\\.ts$`).exec(file) ?? [];
  const isRoom = DOORS.has(`${MODULES}/${module}/${room}/${room}.ts`);
  return isRoom && module && room && name ? { module, room, name } : undefined;
}

/** The imports of a file that pass by the front door of a room. Only the module itself joins a room's files. */
function besideTheDoor(file: string, text: string): string[] {
  const targets = [...text.matchAll(/\bfrom '((?:\.|#src\/)[^']+\.ts)'/g)].map(([, target]) =>
    target!.startsWith('#src/')
      ? target!.replace('#src/', 'store/src/')
      : path.posix.join(path.posix.dirname(file), target!),
  );
  const own = roomOf(file);
  return targets.filter((target) => {
    const to = roomOf(target);
    if (!to || to.name === to.room) return false;
    const isOfTheModule = path.posix.dirname(file) === `${MODULES}/${to.module}`;
    return !isOfTheModule && !(own?.module === to.module && own.room === to.room);
  });
}

test('a room of a module is imported by its front door, <room>/<room>.ts', () => {
  const files = trackedFiles().filter((file) => /^store\/src\/.*(?<!\.test)\.tsx?$/.test(file));
  const found = files.flatMap((file) => besideTheDoor(file, readText(file)).map((target) => `${file} → ${target}`));
  expect(found).toEqual([]);
});

test('an import that passes by the front door is found', () => {
  const text =
    "import { x } from '#src/modules/identity/sessions/callers.ts';\nimport { y } from '../modules/identity/sessions/sessions.ts';";
  expect(besideTheDoor('store/src/flows/a.ts', text)).toEqual(['store/src/modules/identity/sessions/callers.ts']);
  expect(besideTheDoor('store/src/modules/identity/identity.ts', text)).toEqual([]);
  expect(besideTheDoor('store/src/modules/identity/tokens/tokens.ts', text)).toHaveLength(1);
  expect(besideTheDoor('store/src/modules/identity/sessions/sessions.ts', text)).toEqual([]);
});
