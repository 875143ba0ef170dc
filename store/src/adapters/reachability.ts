import { connect } from 'node:net';

/** Returns the names of servers that cannot be connected to at the moment. */
export type Reachability = () => Promise<string[]>;

type Target = { hostname: string; port: string; protocol: string };

const PORTS: Record<string, number> = { 'http:': 80, 'https:': 443, 'smtp:': 25, 'smtps:': 465 };

/** Tries to connect to each server, at most every `maxAgeMs`, however often it is called. */
export function createReachability(
  targets: Record<string, Target>,
  { timeoutMs = 2_000, maxAgeMs = 15_000 } = {},
): Reachability {
  let last: { answer: Promise<string[]>; at: number } | undefined;
  return () => {
    if (!last || Date.now() - last.at > maxAgeMs) last = { answer: unreachable(targets, timeoutMs), at: Date.now() };
    return last.answer;
  };
}

async function unreachable(targets: Record<string, Target>, timeoutMs: number): Promise<string[]> {
  const names = Object.keys(targets);
  const answers = await Promise.all(Object.values(targets).map((target) => isReachable(target, timeoutMs)));
  return names.filter((_name, at) => !answers[at]);
}

function isReachable({ hostname, port, protocol }: Target, timeoutMs: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({
      host: hostname.replace(/^\[|\]$/g, ''),
      port: port === '' ? (PORTS[protocol] ?? 443) : Number(port),
      timeout: timeoutMs,
    });
    const settle = (reached: boolean) => {
      socket.destroy();
      resolve(reached);
    };
    socket.once('connect', () => settle(true));
    socket.once('timeout', () => settle(false));
    socket.once('error', () => settle(false));
  });
}
