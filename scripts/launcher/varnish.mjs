import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { exec } from './exec.mjs';
import { Fault, say } from './say.mjs';

const PROGRAM = '/usr/sbin/varnishd';

/**
 * Path of varnishd with the module `xkey`, for the test of the CDN rules: Debian's, installed when apt exists and we are
 * root. Its service is not started (runlevel 1). It needs a C compiler and its own libraries, so unpacking is not enough.
 */
export async function ensureVarnish() {
  if (!isInstalled() && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    say('installing Varnish (apt-get) …');
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
    await exec('apt-get', ['update', '-q'], { env, capture: true });
    const args = ['install', '-y', '-q', '--no-install-recommends', 'varnish', 'varnish-modules'];
    const { code, output } = await exec('apt-get', args, { env, capture: true });
    if (code !== 0) say(output.trim().split('\n').slice(-3).join(' / '));
  }
  if (!isInstalled()) throw new Fault('Install varnish and varnish-modules (Debian 12: 7.1 and 0.20).');
  return PROGRAM;
}

function isInstalled() {
  if (!existsSync(PROGRAM)) return false;
  const libraries = readdirSync('/usr/lib').map((name) => path.join('/usr/lib', name, 'varnish/vmods'));
  return ['/usr/lib/varnish/vmods', ...libraries].some((folder) => existsSync(path.join(folder, 'libvmod_xkey.so')));
}
