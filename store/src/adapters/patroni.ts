import * as z from 'zod';
import { compareVersions } from '../shared/version.ts';

/**
 * The first version whose `etcd3:` compares before it writes the leader's lock. Before it, a primary that was cut off
 * takes the lock back from its successor, and rolls back what that confirmed
 * (https://github.com/patroni/patroni/pull/2693).
 */
const SAFE_WITH_ETCD3 = '3.0.3';
const ETCD_PORT = 2379;
const TIMEOUT_MS = 5_000;

/** https://patroni.readthedocs.io/en/latest/rest_api.html */
const nodeAnswer = z.looseObject({
  role: z.string(),
  patroni: z.looseObject({ version: z.string(), scope: z.string() }),
  pause: z.boolean().default(false),
  /** Of the primary: the standbys that are connected to it. */
  replication: z.array(z.looseObject({ application_name: z.string(), state: z.string() })).default([]),
});
const clusterAnswer = z.looseObject({
  members: z.array(
    z.looseObject({ name: z.string(), role: z.string(), state: z.string(), timeline: z.number().optional() }),
  ),
});
const configAnswer = z.looseObject({
  synchronous_mode: z.unknown().optional(),
  synchronous_mode_strict: z.unknown().optional(),
});

type Node = {
  url: URL;
  answer: z.infer<typeof nodeAnswer>;
  cluster: z.infer<typeof clusterAnswer>;
  config: z.infer<typeof configAnswer>;
};
type Fault = { says: string; advice: string };

/** What Patroni's REST API says about the cluster, in one line, and its faults: settings and states that lose orders. */
export async function examinePatroni(
  urls: readonly URL[],
  { signal = AbortSignal.timeout(TIMEOUT_MS), etcdPort = ETCD_PORT }: { signal?: AbortSignal; etcdPort?: number } = {},
): Promise<{ says: string; faults: Fault[] }> {
  const asked = await Promise.allSettled(urls.map((url) => readNode(url, signal)));
  const nodes = asked.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
  const silent = urls.filter((_, index) => asked[index]?.status === 'rejected').map(({ host }) => host);
  const [node] = nodes;
  const faults = silent.map((host) => ({
    says: `${host} does not answer`,
    advice: 'start Patroni there, and check the addresses in PATRONI_URLS and the firewall',
  }));
  if (!node) return { says: '', faults };
  const old = nodes.filter(({ answer }) => compareVersions(answer.patroni.version, SAFE_WITH_ETCD3) < 0);
  faults.push(...(await Promise.all(old.map((each) => faultOfVersion(each, etcdPort, signal)))).flat());
  faults.push(...faultsOfConfig(node), ...faultsOfMembers(node.cluster.members, nodes));
  const versions = [...new Set(nodes.map(({ answer }) => answer.patroni.version))].join(', ');
  const strict = node.config.synchronous_mode_strict === true ? ', strict' : '';
  return {
    says: `Patroni ${versions}, ${node.cluster.members.length} members, synchronous_mode ${String(node.config.synchronous_mode ?? false)}${strict}`,
    faults,
  };
}

async function readNode(url: URL, signal: AbortSignal): Promise<Node> {
  const [answer, cluster, config] = await Promise.all([
    read(new URL('/patroni', url), nodeAnswer, signal),
    read(new URL('/cluster', url), clusterAnswer, signal),
    read(new URL('/config', url), configAnswer, signal),
  ]);
  return { url, answer, cluster, config };
}

async function read<T>(url: URL, schema: z.ZodType<T>, signal: AbortSignal): Promise<T> {
  const response = await fetch(url, { signal, redirect: 'error' });
  if (!response.ok) throw new Error(`${url.host} answered ${response.status}`);
  return schema.parse(await response.json());
}

/**
 * Patroni does not say which API of etcd it uses. With `etcd:`, etcd on the same machine shows the cluster in its old
 * API; with `etcd3:` it does not.
 */
async function faultOfVersion({ url, answer }: Node, etcdPort: number, signal: AbortSignal): Promise<Fault[]> {
  const { version, scope } = answer.patroni;
  const leader = new URL(`/v2/keys/service/${encodeURIComponent(scope)}/leader`, url);
  leader.port = String(etcdPort);
  const usesOldApi = await fetch(leader, { signal, redirect: 'error' }).then(
    ({ ok }) => ok,
    () => false,
  );
  if (usesOldApi) return [];
  return [
    {
      says: `${url.host} runs Patroni ${version}, which with "etcd3:" loses confirmed orders after a network failure`,
      advice: `install Patroni ${SAFE_WITH_ETCD3} or newer, or write "etcd:" and start etcd with --enable-v2`,
    },
  ];
}

function faultsOfConfig({ answer, config }: Node): Fault[] {
  const faults: Fault[] = [];
  if (!config.synchronous_mode || config.synchronous_mode === 'off')
    faults.push({
      says: 'synchronous_mode is off: a fail-over loses the last orders, although they were confirmed',
      advice: 'set synchronous_mode to on (Patroni 4: quorum) with "patronictl edit-config"',
    });
  if (answer.pause)
    faults.push({
      says: 'the cluster is paused: no standby takes over',
      advice: 'end it with "patronictl resume" when the maintenance is over',
    });
  return faults;
}

/**
 * The list of members says "running" for a standby that receives nothing (until Patroni 3.0.4); that of the primary's
 * connections is right.
 */
function faultsOfMembers(members: Node['cluster']['members'], nodes: readonly Node[]): Fault[] {
  const leaders = members.filter(({ role }) => role === 'leader');
  const [leader] = leaders;
  if (!leader || leaders.length > 1)
    return [
      {
        says: `the cluster has ${leaders.length} primaries`,
        advice: 'look at "patronictl list" and at the log of Patroni',
      },
    ];
  const primary = nodes.find(({ answer }) => ['master', 'primary'].includes(answer.role));
  const streams = new Set(
    primary?.answer.replication.flatMap(({ application_name: name, state }) => (state === 'streaming' ? [name] : [])),
  );
  const late = members.filter(({ name, role, state, timeline }) => {
    if (role === 'leader') return false;
    const isStreaming = primary ? streams.has(name) : ['streaming', 'running'].includes(state);
    return !isStreaming || (timeline !== undefined && timeline !== leader.timeline);
  });
  return late.map(({ name, state }) => ({
    says: `${name} does not stream from the primary (${state || 'unknown'})`,
    advice: `look at its log; when it can't catch up, "patronictl reinit"`,
  }));
}
