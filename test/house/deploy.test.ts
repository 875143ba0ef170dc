import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { chmod, cp, mkdir, mkdtemp, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { DCLinter } from 'dclint';
import { validate } from 'dockerfile-utils';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { OPS_BUNDLE, PRODUCTION_ARGS } from '../../scripts/launcher/production.mjs';
import { writeArchive } from '../../scripts/package/archive.ts';
import { IN_THE_SITE, isShipped, SHIPPED } from '../../scripts/package/contents.ts';
import { ROOT, trackedFiles } from './source.ts';

/** The parts of a release besides the store. test/full/package.test.ts builds a whole release and runs it. */
const run = promisify(execFile);
const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');

describe('bin/cairn', () => {
  let dir: string;
  let cairn: string;
  let secrets: string;

  beforeAll(async () => {
    dir = await mkdtemp(path.join(tmpdir(), 'cairn-bin-'));
    secrets = path.join(dir, 'secrets');
    for (const folder of ['release/bin', 'release/runtime', 'secrets', 'usr'])
      await mkdir(path.join(dir, folder), { recursive: true });
    await cp(path.join(ROOT, 'deploy/bin/cairn'), path.join(dir, 'release/bin/cairn'));
    await chmod(path.join(dir, 'release/bin/cairn'), 0o755);
    // A stand-in for Node.js that prints its arguments and environment.
    await writeFile(path.join(dir, 'release/runtime/node'), '#!/bin/sh\nprintf "%s\\n" "$@"\nenv\n', { mode: 0o755 });
    cairn = path.join(dir, 'usr/cairn');
    await symlink(path.join(dir, 'release/bin/cairn'), cairn);
  });
  afterAll(() => rm(dir, { recursive: true, force: true }));

  const started = async (args: string[], env: Record<string, string> = {}) => {
    const { stdout } = await run(cairn, args, { env: { PATH: '/usr/bin:/bin', ...env } });
    return stdout.trim().split('\n');
  };

  test('finds its release through a symbolic link, and starts the store in production mode', async () => {
    const lines = await started(['start']);
    const [flag = '', file = ''] = PRODUCTION_ARGS;
    expect(lines.slice(0, 2)).toEqual([flag, path.join(dir, 'release', file)]);
    expect(lines).toContain('NODE_ENV=production');
    expect(lines.join('\n')).not.toContain('NODE_COMPILE_CACHE');
  });

  test('passes the arguments of a command on unchanged, with the command as it was called', async () => {
    const lines = await started(['ops', 'ticket', 'answer', 'T 1', '$HOME *']);
    expect(lines).toContain(`OPS_COMMAND=${cairn} ops`);
    expect(lines.slice(0, 5)).toEqual([path.join(dir, 'release', OPS_BUNDLE), 'ticket', 'answer', 'T 1', '$HOME *']);
  });

  test('keeps the compile cache in the folder from systemd', async () => {
    expect(await started(['start'], { CACHE_DIRECTORY: '/var/cache/cairn-3000' })).toContain(
      'NODE_COMPILE_CACHE=/var/cache/cairn-3000/compiled',
    );
  });

  test('reads variables from secret files; set variables win, and other files are ignored', async () => {
    await writeFile(path.join(secrets, 'cairn_STRIPE_SECRET_KEY'), 'sk_live_$(id) "quoted"\n');
    await writeFile(path.join(secrets, 'SMTP_URL'), 'smtps://mail.example.com');
    await writeFile(path.join(secrets, 'DATABASE_URL'), 'from the file');
    await writeFile(path.join(secrets, 'x;touch hacked'), 'no');
    await writeFile(path.join(secrets, 'PATH.bak'), 'no');
    const lines = await started(['start'], { CREDENTIALS_DIRECTORY: secrets, DATABASE_URL: 'from the environment' });
    expect(lines).toEqual(
      expect.arrayContaining([
        'STRIPE_SECRET_KEY=sk_live_$(id) "quoted"',
        'SMTP_URL=smtps://mail.example.com',
        'DATABASE_URL=from the environment',
      ]),
    );
    expect(lines.filter((line) => /hacked|\.bak|cairn_/.test(line))).toEqual([]);
  });

  test.each([[[]], [['stop']], [['start', 'now']]])('prints usage and exits with 2 for %j', async (args) => {
    await expect(started(args)).rejects.toMatchObject({ code: 2, stderr: expect.stringContaining('cairn start') });
  });
});

describe('an archive', () => {
  test('lists only existing files', () => {
    // The built site exists only in a run of all suites.
    expect(SHIPPED.filter(([from]) => from !== 'store/build' && !existsSync(path.join(ROOT, from)))).toEqual([]);
  });

  test.each([
    ['store/src/main.ts', true],
    ['store/src/config/config.test.ts', false],
    ['store/build/client/assets/root.js.br', true],
    ['store/build/compile-cache/v24/1.cache', false],
    ['node_modules/pg/lib/index.js', true],
    ['node_modules/pg/index.d.ts', false],
    ['node_modules/zod/index.d.cts', false],
    ['node_modules/stripe/esm/stripe.js.map', false],
    ['node_modules/.bin/semver', false],
    ['node_modules/sharp/LICENSE', true],
  ])('%s: %s', (file, shipped) => expect(isShipped(file)).toBe(shipped));
});

test('the SBOM names each library that is bundled for browsers and not installed with the store', () => {
  const { devDependencies } = JSON.parse(read('store/package.json')) as { devDependencies: Record<string, string> };
  const sources = trackedFiles('.ts', '.tsx', '.css').filter(
    (file) => /^store\/src\/(web|ui|offline|shared)\//.test(file) && !/\.test\.tsx?$/.test(file),
  );
  const used = Object.keys(devDependencies).filter((name) => {
    const use = new RegExp(`(from |import |import\\(|url\\()'${name}[/']`);
    return sources.some((file) => use.test(read(file)));
  });
  expect(used).toContain('firebase');
  expect(used.filter((name) => !name.startsWith('@react-router/') && !IN_THE_SITE.includes(name))).toEqual([]);
});

test('the same files give the same archive, independent of user and time', async () => {
  const dir = await mkdtemp(path.join(tmpdir(), 'cairn-archives-'));
  const sums = new Set<string>();
  try {
    for (const [mode, time, order] of [
      [0o600, 1, ['a', 'b/c']],
      [0o644, 2, ['b/c', 'a']],
    ] as const) {
      const parent = await mkdtemp(path.join(dir, 'parent-'));
      for (const file of order) {
        await mkdir(path.dirname(path.join(parent, 'release', file)), { recursive: true });
        await writeFile(path.join(parent, 'release', file), file, { mode });
        await utimes(path.join(parent, 'release', file), time, time);
      }
      const archive = path.join(parent, 'release.tar.gz');
      await writeArchive(archive, { parent, name: 'release', mtime: new Date(0) });
      sums.add(createHash('sha256').update(readFileSync(archive)).digest('hex'));
    }
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
  expect(sums.size).toBe(1);
});

describe('the systemd unit', () => {
  const unit = read('deploy/systemd/cairn@.service');
  const valueOf = (name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(unit)?.[1];

  test.each([
    ['DynamicUser', 'yes'],
    ['NoNewPrivileges', 'yes'],
    ['ProtectSystem', 'strict'],
    ['ProtectHome', 'yes'],
    ['PrivateTmp', 'yes'],
    ['PrivateDevices', 'yes'],
    ['CapabilityBoundingSet', ''],
    ['RestrictNamespaces', 'yes'],
    ['RestrictAddressFamilies', 'AF_INET AF_INET6 AF_UNIX'],
    ['SystemCallArchitectures', 'native'],
    // V8 needs memory that is writable and executable for JIT compilation. With this setting the store exits at once.
    ['MemoryDenyWriteExecute', undefined],
    // The exit code of main.ts for a start-up fault.
    ['RestartPreventExitStatus', '78'],
    ['LoadCredential', 'cairn:/etc/cairn/credentials'],
    ['EnvironmentFile', '/etc/cairn/cairn.env'],
  ])('%s is %j', (name, value) => expect(valueOf(name)).toBe(value));

  test('allows the store more time to stop than it needs', () => {
    const seconds = /^SHUTDOWN_SECONDS=(\d+)$/m.exec(read('deploy/cairn.env.example'))?.[1];
    expect(Number(valueOf('TimeoutStopSec'))).toBeGreaterThan(Number(seconds));
  });
});

describe('the reverse proxies', () => {
  const nginx = read('deploy/nginx/snippets/cairn.conf');
  const caddy = ['deploy/caddy/Caddyfile', 'deploy/container/Caddyfile'].map(read);

  test('replace the client address header, and pass the host on', () => {
    expect(nginx).toContain('proxy_set_header X-Forwarded-For $remote_addr;');
    expect(nginx).toContain('proxy_set_header Host $http_host;');
    for (const file of caddy) expect(file).not.toContain('trusted_proxies');
  });

  test("forward an order's event stream without buffering", () => {
    const [, pattern = '', block = ''] = /location ~ (\S+) \{\n([^}]*)\}/.exec(nginx) ?? [];
    expect('/api/orders/0193-abc/events').toMatch(new RegExp(pattern));
    expect('/api/orders/0193-abc/eventsx').not.toMatch(new RegExp(pattern));
    expect(block).toContain('proxy_buffering off;');
    for (const file of caddy) expect(file).toContain('flush_interval -1');
  });

  test('of nginx never leave a process out, and the example without a certificate, which is tested, is the same', () => {
    const upstream = (file: string) =>
      /upstream cairn \{\n([\s\S]*?)\n *\}/.exec(read(`deploy/nginx/${file}`))?.[1]?.replaceAll(/^ +/gm, '');
    expect(upstream('cairn.conf')?.match(/^server .*/gm)).toEqual([
      'server 127.0.0.1:3000 max_fails=0;',
      'server 127.0.0.1:3001 max_fails=0;',
    ]);
    expect(upstream('try.conf')).toBe(upstream('cairn.conf'));
  });

  test('of Caddy notices within the drain time that a process stops', () => {
    const interval = /health_interval (\d+)s/.exec(caddy[0]!)?.[1];
    const drain = /^DRAIN_SECONDS=(\d+)$/m.exec(read('deploy/cairn.env.example'))?.[1];
    expect(Number(drain)).toBeGreaterThan(Number(interval) + 1);
  });

  test('allow every body size that the store allows', () => {
    const megabytesOf = (upload: string) =>
      new RegExp(`${upload}: createUpload\\(\\{[^}]*maxSize: (\\d+) \\* MB`).exec(
        read('store/src/http/edge/uploads.ts'),
      )?.[1];
    expect(megabytesOf('mail')).toBe('26');
    expect(megabytesOf('photo')).toBe('5');
    expect(/location \^~ \/webhooks\/ \{[^}]*client_max_body_size (\d+)m;/.exec(nginx)?.[1]).toBe('27');
    expect(/^client_max_body_size (\d+)m;/m.exec(nginx)?.[1]).toBe('6');
    for (const file of caddy)
      expect([...file.matchAll(/max_size (\d+)MB/g)].map(([, each]) => each)).toEqual(['28', '6']);
  });

  test('differ for containers only in the upstream addresses', () => {
    const [alone = '', contained = ''] = caddy.map((file) => file.replace(/^#.*\n/gm, ''));
    const without = alone
      .replace(' 127.0.0.1:3000 127.0.0.1:3001 {', ' {')
      .replace(/^\t*(health_|# A busy process).*\n/gm, '');
    expect(contained.replace(/^\t*dynamic a store 3000\n/m, '')).toBe(without);
  });
});

describe('the cluster', () => {
  const [patroni, etcd, haproxy] = ['patroni.yml', 'etcd.env', 'haproxy.cfg'].map((file) => read(`deploy/ha/${file}`));
  const secondsOf = (name: string) => Number(new RegExp(`^ +${name}: (\\d+)$`, 'm').exec(patroni!)?.[1]);

  test('commits on two machines or not at all', () => {
    expect(patroni).toMatch(/^ +synchronous_mode: true$/m);
    expect(patroni).toMatch(/^ +synchronous_mode_strict: true$/m);
    expect(secondsOf('loop_wait') + 2 * secondsOf('retry_timeout')).toBeLessThanOrEqual(secondsOf('ttl'));
  });

  test('keeps its lock by the v2 interface of etcd: Patroni 3.0.2 loses commits with etcd3', () => {
    expect(patroni).toMatch(/^etcd:$/m);
    expect(patroni).not.toMatch(/^etcd3:/m);
    expect(etcd).toMatch(/^ETCD_ENABLE_V2=true$/m);
  });

  test('ends connections to a former primary, and leaves no event stream and no waiting page too early', () => {
    expect(haproxy).toContain('on-marked-down shutdown-sessions');
    const [wait, exception] = /set-timeout server (\d+)s if METH_GET !\{ path_end (\S+) \}/.exec(haproxy!)!.slice(1);
    // A connection from the pool is waited for 10 seconds.
    expect(Number(wait)).toBeGreaterThan(10);
    expect('/api/orders/0193-abc/events').toMatch(new RegExp(`${exception}$`));
  });
});

describe('the container', () => {
  test('lint finds nothing in the Dockerfile', () => {
    expect(validate(read('deploy/container/Dockerfile'))).toEqual([]);
  });

  test('lint finds nothing in the compose file', () => {
    const linter = new DCLinter({ rules: {}, quiet: false, debug: false, exclude: [] });
    const found = linter.lintFiles([path.join(ROOT, 'deploy/container/compose.yaml')], false);
    expect(found.flatMap(({ messages }) => messages)).toEqual([]);
  });

  test('runs unprivileged on a read-only root file system with a health check', () => {
    const image = read('deploy/container/Dockerfile');
    expect(/^USER (.*)$/m.exec(image)?.[1]).toBe('10001:10001');
    expect(image).toMatch(/^HEALTHCHECK .* CMD \["\/opt\/cairn\/bin\/cairn", "healthcheck", "\/healthz"\]$/m);
    const store = /\n {2}store:\n([\s\S]*?)\n\n/.exec(read('deploy/container/compose.yaml'))?.[1];
    expect(store).toMatch(/read_only: true/);
    expect(store).toMatch(/cap_drop:\n {6}- ALL/);
    expect(store).toContain('no-new-privileges:true');
  });
});
