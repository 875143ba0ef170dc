import { spawn } from 'node:child_process';
import { createHmac, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { start } from '#sandbox/esim-access/server.ts';
import { control, ledger, until } from '../support/wire.ts';

export const CREDENTIALS = { accessCode: 'access-of-tests', secretKey: 'secret of tests' };
export const ALL_TIME = { startTime: '2020-01-01T00:00:00+0000', endTime: '2099-01-01T00:00:00+0000' };
export const PAGER = { pageNum: 1, pageSize: 500 };

export type Profile = {
  esimTranNo: string;
  orderNo: string;
  transactionId: string;
  iccid: string;
  ac: string;
  esimStatus: string;
  smdpStatus: string;
  activateTime: string | null;
  expiredTime: string;
  totalVolume: number;
  totalDuration: number;
  packageList: { packageCode: string }[];
};
export type Package = { packageCode: string; slug: string; price: number; location: string };
/** The fields of the vendor's objects that the tests read. */
export type Obj = {
  orderNo: string;
  esimList: Profile[];
  packageList: Package[];
  pager: { total: number };
  balance: number;
  webhook: string | null;
};
export type Envelope = { success: boolean; errorCode: string | null; errorMsg: string | null; obj: Obj };
export type Notification = {
  notifyType: string;
  notifyId: string;
  content: Record<string, unknown>;
  status: string;
  attempts: number;
};
type Ledger = {
  orders: { orderNo: string; transactionId: string; orderStatus: string; esimList: Profile[] }[];
  balance: number;
  notifications: Notification[];
};

/** The headers of a signed call. */
export function signed(body: string, at = Date.now(), secretKey = CREDENTIALS.secretKey): Record<string, string> {
  const [timestamp, id] = [String(at), randomUUID()];
  const text = timestamp + id + CREDENTIALS.accessCode + body;
  return {
    'rt-accesscode': CREDENTIALS.accessCode,
    'rt-timestamp': timestamp,
    'rt-requestid': id,
    'rt-signature': createHmac('sha256', secretKey).update(text).digest('hex'),
  };
}

/** The calls, the ledger and the control plane of a running sandbox. */
export function remote(url: string) {
  async function send(path: string, body: string, headers: Record<string, string> = signed(body), method = 'POST') {
    const answer = await fetch(`${url}/api/v1/open/${path}`, {
      method,
      headers: { ...headers, 'content-type': 'application/json' },
      ...(method === 'POST' && { body }),
    });
    return { status: answer.status, body: (await answer.json()) as Envelope };
  }
  const call = async (path: string, fields: object = {}) => (await send(path, JSON.stringify(fields))).body;
  const order = (transactionId: string, packageCode = 'FR_1_7', count = 1) =>
    call('esim/order', { transactionId, packageInfoList: [{ packageCode, count }] });
  /** Orders, waits for the allocation and returns the profiles. */
  async function bought(transactionId: string, packageCode?: string, count?: number): Promise<Profile[]> {
    const { orderNo } = (await order(transactionId, packageCode, count)).obj;
    return until(async () => {
      const { success, obj } = await call('esim/query', { orderNo, pager: PAGER });
      return success && obj.esimList;
    });
  }
  return {
    url,
    send,
    call,
    order,
    bought,
    boughtOne: async (transactionId: string) => (await bought(transactionId))[0]!,
    control: (orders: Record<string, unknown>) => control({ url }, orders),
    ledger: () => ledger<Ledger>({ url }),
    balance: async () => (await call('balance/query')).obj.balance,
    byTime: async () => (await call('esim/query', { ...ALL_TIME, pager: PAGER })).obj.esimList,
  };
}

/** A sandbox in this process. */
export async function startSandbox(webhookUrl?: string) {
  const dataDir = mkdtempSync(join(tmpdir(), 'cairn-esim-access-'));
  const sandbox = await start({ port: 0, dataDir, ...CREDENTIALS, ...(webhookUrl && { webhookUrl }) });
  return {
    ...remote(sandbox.url),
    async close() {
      await sandbox.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** The sandbox as a separate process, which a test can kill. */
export async function spawnSandbox(dataDir: string) {
  const { accessCode, secretKey } = CREDENTIALS;
  const flags = ['--data', dataDir, '--access-code', accessCode, '--secret-key', secretKey, '--with-parent'];
  const child = spawn(process.execPath, ['sandbox/esim-access/main.ts', ...flags], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const { value } = await createInterface({ input: child.stdout })[Symbol.asyncIterator]().next();
  const { url } = JSON.parse(String(value)) as { url: string };
  return {
    ...remote(url),
    async kill() {
      const gone = once(child, 'exit');
      child.kill('SIGKILL');
      await gone;
    },
  };
}

/** A webhook endpoint that keeps what it got. `answers` are the statuses of its next answers, 200 by default. */
export async function receiver() {
  const received: Notification[] = [];
  const requests: { body: Buffer; headers: Record<string, string | string[] | undefined> }[] = [];
  const answers: number[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    requests.push({ body, headers: request.headers });
    if (request.method === 'POST') received.push(JSON.parse(body.toString()) as Notification);
    response.writeHead(answers.shift() ?? 200).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks`,
    received,
    /** The same as they came. */
    requests,
    answers,
    types: () => received.map(({ notifyType }) => notifyType),
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
