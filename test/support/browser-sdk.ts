import { createRequire } from 'node:module';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

/** The folder of the identity SDK's build for browsers. */
function browserBuild(): string {
  const firebase = path.dirname(createRequire(import.meta.url).resolve('firebase/package.json'));
  const entry = createRequire(path.join(firebase, 'package.json')).resolve('@firebase/auth/package.json');
  return path.join(path.dirname(entry), 'dist/esm');
}

/** The file of that build that holds its code. */
export function browserSdkFile(): string {
  const files = readdirSync(browserBuild()).filter((file) => /^index-.*\.js$/.test(file));
  if (files.length !== 1) throw new Error(`The SDK has ${files.length} files of code.`);
  return path.join(browserBuild(), files[0]!);
}

/**
 * The SDK's browser build, in this process. The caller first provides the browser's globals (`window`, `navigator` …).
 */
export async function loadBrowserSdk(): Promise<typeof import('firebase/auth')> {
  return (await import(
    /* @vite-ignore */ pathToFileURL(path.join(browserBuild(), 'index.js')).href
  )) as typeof import('firebase/auth');
}
