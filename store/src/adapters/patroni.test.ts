import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { examinePatroni } from './patroni.ts';

/** Answers of three nodes, as Patroni 3.0.2 and 4.0.6 give them (https://patroni.readthedocs.io/en/latest/rest_api.html). */

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections();
});

async function serve(answers: Record<string, object>): Promise<URL> {
  const server = createServer((request, response) => {
    const answer = answers[request.url ?? ''];
    response.writeHead(answer ? 200 : 404, { 'content-type': 'application/json' }).end(JSON.stringify(answer ?? {}));
  });
  servers.push(server.listen(0, '127.0.0.1'));
  await once(server, 'listening');
  return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
}

type Changes = {
  version?: string;
  config?: object;
  standby?: object;
  streams?: string[];
  node?: object;
};

const cluster = ({ standby = {} }: Changes) => ({
  members: [
    { name: 'n1', role: 'leader', state: 'running', api_url: 'http://10.0.0.1:8008/patroni', timeline: 4 },
    { name: 'n2', role: 'sync_standby', state: 'running', timeline: 4, lag: 0 },
    { name: 'n3', role: 'replica', state: 'running', timeline: 4, lag: 0, ...standby },
  ],
  scope: 'cairn',
});

/** The addresses of the primary's API and of a standby's. */
async function api(changes: Changes = {}): Promise<URL[]> {
  const { version = '4.0.6', config = { synchronous_mode: 'quorum', synchronous_mode_strict: true } } = changes;
  const replication = (changes.streams ?? ['n2', 'n3']).map((name) => ({ application_name: name, state: 'streaming' }));
  const common = { state: 'running', timeline: 4, patroni: { version, scope: 'cairn' }, ...changes.node };
  const others = { '/cluster': cluster(changes), '/config': { ttl: 20, loop_wait: 5, ...config } };
  return Promise.all([
    serve({ '/patroni': { ...common, role: 'primary', replication }, ...others }),
    serve({ '/patroni': { ...common, role: 'replica' }, ...others }),
  ]);
}

const saysOf = async (urls: URL[], etcd?: URL) => {
  const { faults } = await examinePatroni(urls, { etcdPort: Number(etcd?.port ?? 1) });
  return faults.map(({ says }) => says.replaceAll(/127\.0\.0\.1:\d+/g, 'HOST'));
};

describe('Patroni', () => {
  it('without a fault is summed up in a line', async () => {
    expect(await examinePatroni(await api())).toEqual({
      says: 'Patroni 4.0.6, 3 members, synchronous_mode quorum, strict',
      faults: [],
    });
  });

  const ETCD3 = 'HOST runs Patroni 3.0.2, which with "etcd3:" loses confirmed orders after a network failure';

  it.each<[string, Changes, string[]]>([
    ['an affected version', { version: '3.0.2' }, [ETCD3, ETCD3]],
    ['the first version that is not affected', { version: '3.0.3' }, []],
    [
      'asynchronous replication',
      { config: {} },
      ['synchronous_mode is off: a fail-over loses the last orders, although they were confirmed'],
    ],
    ['a pause', { node: { pause: true } }, ['the cluster is paused: no standby takes over']],
    [
      'a standby that receives nothing, though its state is "running"',
      { streams: ['n2'] },
      ['n3 does not stream from the primary (running)'],
    ],
    ['a standby on an older timeline', { standby: { timeline: 3 } }, ['n3 does not stream from the primary (running)']],
    ['two primaries', { standby: { role: 'leader' } }, ['the cluster has 2 primaries']],
  ])('%s', async (_, changes, says) => {
    expect(await saysOf(await api(changes))).toEqual(says);
  });

  it('an affected version with the old API of etcd is right', async () => {
    const etcd = await serve({ '/v2/keys/service/cairn/leader': { node: { value: 'n1' } } });
    expect(await saysOf(await api({ version: '3.0.2' }), etcd)).toEqual([]);
  });

  it('a node that does not answer is named, and the others are read', async () => {
    const [one] = await api({ config: {} });
    expect(await saysOf([new URL('http://127.0.0.1:1'), one!])).toEqual([
      'HOST does not answer',
      'synchronous_mode is off: a fail-over loses the last orders, although they were confirmed',
    ]);
  });
});
