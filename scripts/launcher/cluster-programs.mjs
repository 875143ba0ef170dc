import { existsSync } from 'node:fs';
import { exec } from './exec.mjs';
import { Fault, say } from './say.mjs';

/** What the drill runs, and Debian's packages of it. */
const PROGRAMS = [
  { file: '/usr/bin/patroni', name: 'patroni' },
  { file: '/usr/bin/etcd', name: 'etcd-server' },
  { file: '/usr/sbin/haproxy', name: 'haproxy' },
  { file: '/usr/sbin/nginx', name: 'nginx-light' },
  { file: '/usr/lib/postgresql', name: 'postgresql' },
  { file: '/usr/bin/setpriv', name: 'util-linux' },
  { file: '/usr/sbin/ip', name: 'iproute2' },
];
/** The services that start when their packages are installed. */
const SERVICES = ['patroni', 'etcd', 'haproxy', 'nginx', 'postgresql'];

/**
 * Installs Debian's packages of the cluster when apt exists and we are root, and stops the services that they start. Throws
 * a Fault that names the missing ones.
 */
export async function ensureClusterPrograms() {
  const missing = () => PROGRAMS.filter(({ file }) => !existsSync(file)).map(({ name }) => name);
  const names = missing();
  if (names.length === 0) return;
  let said = '';
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    say(`installing ${names.join(', ')} (apt-get) …`);
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    const idle = await stoppedServices();
    await exec('apt-get', ['update', '-q'], { env, capture: true });
    const args = ['install', '-y', '-q', '--no-install-recommends', ...names];
    const { code, output } = await exec('apt-get', args, { env, capture: true });
    if (code !== 0) said = ` apt-get: ${output.trim().split('\n').slice(-3).join(' / ')}`;
    for (const service of idle) await exec('systemctl', ['disable', '--now', service], { capture: true });
  }
  const still = missing();
  if (still.length > 0) throw new Fault(`The drill needs Debian's packages ${still.join(', ')}. Install them.${said}`);
}

/** The services that do not run now. Those that run are in use, and stay. */
async function stoppedServices() {
  const stopped = [];
  for (const service of SERVICES) {
    const { code } = await exec('systemctl', ['is-active', '--quiet', service], { capture: true });
    if (code !== 0) stopped.push(service);
  }
  return stopped;
}
