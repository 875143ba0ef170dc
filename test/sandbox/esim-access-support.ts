import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { createEsimAccess, type EsimAccessOptions } from '#src/adapters/esim-access.ts';

/* A vendor that answers what the test says, also what the sandbox never sends. */

export type Reply = {
  status?: number;
  headers?: Record<string, string>;
  body?: string | Buffer;
  says?: unknown;
  cut?: true;
};
type Path = keyof typeof PATHS;
type SentBody = { pager?: unknown; startTime: string; endTime: string; amount?: unknown };
type Sent = { path: string; headers: Record<string, string | string[] | undefined>; raw: string; body: SentBody };

export const PATHS = {
  list: '/api/v1/open/package/list',
  order: '/api/v1/open/esim/order',
  query: '/api/v1/open/esim/query',
  topUp: '/api/v1/open/esim/topup',
  cancel: '/api/v1/open/esim/cancel',
  balance: '/api/v1/open/balance/query',
};
export const CREDENTIALS = { accessCode: 'code of tests', secretKey: 'secret of tests' };

/** The answers of each path, one after the other, the last one again and again; and what was sent. */
export const wire = { replies: {} as Partial<Record<Path, Reply[]>>, requests: [] as Sent[] };
const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const raw = Buffer.concat(chunks).toString();
    wire.requests.push({ path: request.url!, headers: request.headers, raw, body: JSON.parse(raw) as SentBody });
    const path = (Object.keys(PATHS) as Path[]).find((each) => PATHS[each] === request.url)!;
    const queue = wire.replies[path] ?? [{ status: 404, body: '' }];
    const reply = queue.length > 1 ? queue.shift()! : queue[0]!;
    if (reply.cut) return void request.socket.destroy();
    response.writeHead(reply.status ?? 200, { 'content-type': 'application/json', ...reply.headers });
    response.end(reply.body ?? JSON.stringify(reply.says));
  });
});

type Client = ReturnType<typeof createEsimAccess>;
type Options = Partial<EsimAccessOptions>;

/** Starts the server for the tests of a file, and answers how a client of it is made. */
export function vendorForTests() {
  let url = '';
  const client = (options: Options = {}): Client =>
    createEsimAccess({ url, ...CREDENTIALS, timeoutMs: 30_000, againMs: 1, ...options });
  beforeAll(async () => {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  beforeEach(() => {
    wire.replies = {};
    wire.requests = [];
  });
  return client;
}

export const success = (obj: unknown): Reply => ({ says: { success: true, errorCode: '0', errorMsg: null, obj } });
export const failure = (errorCode: unknown): Reply => ({
  says: { success: false, errorCode, errorMsg: 'words', obj: null },
});
export const sentTo = (path: Path) => wire.requests.filter((each) => each.path === PATHS[path]);

export const PACKAGE = {
  packageCode: 'CKH139',
  slug: 'SI_5_30',
  name: 'Slovenia 5GB 30Days',
  price: 112_501,
  currencyCode: 'USD',
  volume: 5_368_709_120,
  smsStatus: 0,
  dataType: 1,
  unusedValidTime: 180,
  duration: 30,
  durationUnit: 'DAY',
  location: 'SI',
  description: 'Slovenia 5GB 30Days',
  activeType: 2,
  favorite: false,
  retailPrice: 225_000,
  speed: '3G/4G',
  ipExport: 'HK',
  supportTopUpType: 2,
  locationNetworkList: [
    {
      locationName: 'Slovenia',
      locationLogo: '/img/si.png',
      operatorList: [{ operatorName: 'A1', networkType: '4G/5G' }],
    },
  ],
};
export const ORDER = { orderNo: 'B23051616050537', transactionId: 'ref' };
export const PROFILE = {
  esimTranNo: '23120118156818',
  orderNo: ORDER.orderNo,
  transactionId: 'ref',
  imsi: '232104070077567',
  iccid: '8943108170000775671',
  smsStatus: 1,
  ac: 'LPA:1$rsp-eu.redteamobile.com$43DE23C67EE747BCAD6B63E8B67B261F',
  smdpStatus: 'RELEASED',
  eid: '',
  activeType: 1,
  dataType: 1,
  activateTime: null,
  expiredTime: '2024-05-29T18:34:17+0000',
  totalVolume: 5_368_709_120,
  totalDuration: 30,
  durationUnit: 'DAY',
  orderUsage: 0,
  esimStatus: 'GOT_RESOURCE',
  apn: 'drei.at',
  packageList: [{ packageCode: 'CKH139', duration: 30, volume: 5_368_709_120, createTime: '2023-12-01T18:34:17+0000' }],
};
export const SIM = {
  iccid: PROFILE.iccid,
  smdpAddress: 'rsp-eu.redteamobile.com',
  activationCode: '43DE23C67EE747BCAD6B63E8B67B261F',
  confirmationCode: null,
  lpa: PROFILE.ac,
  apn: 'drei.at',
  appleUrl: null,
};
export const NO_PROFILE = { sim: null, vendorOrderId: ORDER.orderNo };
export const page = (esimList: unknown[], total: unknown = esimList.length) =>
  success({ esimList, pager: { pageSize: 500, pageNum: 1, total } });
export const packagesOf = (...packageList: unknown[]) => success({ packageList });
