import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { exec } from './exec.mjs';
import { Fault, say } from './say.mjs';

/** Chromium without windows, menus and a GPU process. A browser test takes a quarter less. */
const SHELL = '/usr/bin/chromium-headless-shell';
const INSTALLED = [
  SHELL,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];
const DOWNLOAD_LIMIT_MS = 180_000;

/**
 * Path of a Chromium for the browser tests: CHROMIUM_PATH, Debian's headless shell (installed when apt exists and we
 * are root), any other installed one, else Playwright's own download, which has a short time limit because some
 * networks let it hang.
 */
export async function ensureChromium(node) {
  if (process.env.CHROMIUM_PATH || existsSync(SHELL)) return findInstalled();
  const said = await installByApt();
  const found = findInstalled();
  if (found) return found;
  if (said) say(`apt-get could not install it: ${said}`);
  say('downloading Chromium (Playwright) …');
  const { code } = await exec(node, ['node_modules/playwright-core/cli.js', 'install', '--no-shell', 'chromium'], {
    capture: true,
    timeoutMs: DOWNLOAD_LIMIT_MS,
  });
  const downloaded = code === 0 ? findDownloaded() : undefined;
  if (downloaded) return downloaded;
  throw new Fault(
    'The browser tests need Chromium, and it could not be installed. Install Chromium or Google Chrome, or set CHROMIUM_PATH.',
  );
}

/**
 * Installs Debian's package when apt exists and we are root: the shell, or the whole browser when there is no shell.
 * Returns the error.
 */
async function installByApt() {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return null;
  say('installing Chromium (apt-get) …');
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  await exec('apt-get', ['update', '-q'], { env, capture: true });
  let said = '';
  for (const name of ['chromium-headless-shell', 'chromium']) {
    const fonts = ['fonts-liberation', 'fonts-noto-color-emoji'];
    const args = ['install', '-y', '-q', '--no-install-recommends', name, ...fonts];
    const { code, output } = await exec('apt-get', args, { env, capture: true });
    if (code === 0) return null;
    said = output.trim().split('\n').slice(-3).join(' / ');
  }
  return said;
}

function findInstalled() {
  const given = process.env.CHROMIUM_PATH;
  if (given && !existsSync(given)) throw new Fault(`CHROMIUM_PATH is ${given}, and there is no such file.`);
  return given || INSTALLED.find((file) => existsSync(file)) || findDownloaded();
}

/** Playwright's own browsers, newest first. */
function findDownloaded() {
  const home = process.env.HOME ?? process.env.USERPROFILE ?? '';
  const caches = [
    process.env.PLAYWRIGHT_BROWSERS_PATH,
    path.join(home, '.cache/ms-playwright'),
    path.join(home, 'Library/Caches/ms-playwright'),
    path.join(home, 'AppData/Local/ms-playwright'),
  ];
  const programs = [
    'chrome-linux64/chrome',
    'chrome-linux/chrome',
    'chrome-mac/Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing',
    'chrome-mac-arm64/Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing',
    'chrome-win64/chrome.exe',
    'chrome-win/chrome.exe',
  ];
  for (const cache of caches.filter((dir) => dir && existsSync(dir))) {
    const builds = readdirSync(cache).filter((name) => /^chromium-\d+$/.test(name));
    builds.sort((a, b) => Number(b.split('-')[1]) - Number(a.split('-')[1]));
    for (const file of builds.flatMap((build) => programs.map((program) => path.join(cache, build, program)))) {
      if (existsSync(file)) return file;
    }
  }
  return undefined;
}
