import * as z from 'zod';
import { exchange, faultOfStatus, WholesaleError } from '#src/adapters/wholesale-call.ts';
import type { WholesalePackage } from '#src/modules/catalogue/wholesale-packages.ts';
import type {
  PlaceOutcome,
  ReportedProfileState,
  TokenStore,
  WholesaleOrder,
  WholesaleRefusal,
  WholesalerCapabilities,
  Wholesaler,
} from '#src/modules/fulfilment/wholesaler.ts';

/** The adapter of the wholesaler in `toy-wholesaler.ts`, written after docs/guides/a-wholesaler.md. */

const CAPABILITIES: WholesalerCapabilities = {
  listsOrdersAfterSeconds: 0,
  sendsHints: false,
  addsPlans: false,
  listsAddedPlans: false,
  takesBack: 'never',
  endsProfiles: false,
  reinstalls: false,
  reportsUsage: true,
  reportsProfileState: true,
  usageEveryMinutes: null,
  usageReadsPerSecond: 20,
  reportsBalance: false,
  listsBookings: false,
  listsDevices: false,
};

export const TOY_SIMS = 'toy-sims';

const cents = (mills: number) => Math.ceil(mills / 10);
const megabytes = (bytes: number) => Math.floor(bytes / 1024 ** 2);
const mills = z.int().min(0);

const passReply = z.object({ pass: z.string(), seconds: z.int() });
const offersReply = z.object({
  offers: z.array(
    z
      .object({
        code: z.string(),
        lands: z.array(z.string()),
        bytes: z.int(),
        hours: z.int(),
        mills,
        coin: z.string(),
        starts: z.enum(['ON_USE', 'ON_INSTALL']),
      })
      .transform((offer): WholesalePackage => ({
        packageId: offer.code,
        title: offer.code,
        operator: '',
        dataMb: megabytes(offer.bytes),
        unlimited: false,
        unlimitedTerms: null,
        days: Math.floor(offer.hours / 24),
        netPriceCents: cents(offer.mills),
        netCurrency: offer.coin,
        minimumPriceCents: null,
        kind: offer.lands.length > 1 ? 'global' : 'local',
        countryCodes: offer.lands,
        networks: {},
        facts: {
          hotspot: null,
          topUp: null,
          activation: offer.starts === 'ON_USE' ? 'first-usage' : 'installation',
          installWindowDays: null,
          throttling: null,
          exitCountry: null,
        },
      })),
  ),
  next: z.int().nullable(),
});
const orderReply = z
  .object({
    number: z.int(),
    ref: z.string(),
    offer: z.string(),
    mills,
    coin: z.string(),
    at: z.int(),
    profile: z.object({ iccid: z.string(), host: z.string(), code: z.string() }).nullable(),
  })
  .transform(({ number, ref, offer, coin, at, profile, ...price }): WholesaleOrder => ({
    vendorOrderId: String(number),
    reference: ref,
    packageId: offer,
    createdAt: new Date(at),
    netPriceCents: cents(price.mills),
    netCurrency: coin,
    sim: profile && {
      iccid: profile.iccid,
      smdpAddress: profile.host,
      activationCode: profile.code,
      confirmationCode: null,
      lpa: `LPA:1$${profile.host}$${profile.code}`,
      apn: null,
      appleUrl: null,
    },
  }));
const CHIPS = {
  ON_SERVER: 'released',
  LOADED: 'downloaded',
  IN_PHONE: 'installed',
  ON: 'enabled',
} satisfies Record<string, ReportedProfileState>;
const profileReply = z.object({
  all: z.int(),
  left: z.int(),
  ends: z.int().nullable(),
  chip: z.enum(['ON_SERVER', 'LOADED', 'IN_PHONE', 'ON']),
});

const REFUSALS: Record<string, { code: WholesaleRefusal; retryable: boolean }> = {
  SOLD_OUT: { code: 'out-of-stock', retryable: true },
  NO_SUCH_OFFER: { code: 'invalid-package', retryable: false },
};
const refusalReply = z.object({ why: z.string() });

export function createToyAdapter(options: {
  name?: string;
  url: string;
  account: string;
  timeoutMs: number;
  tokenStore: TokenStore;
  /** Reports a call without the capability. */
  onMisuse: (name: string) => void;
}): Wholesaler {
  const { name = TOY_SIMS, url, account, timeoutMs, tokenStore, onMisuse } = options;

  async function send(method: string, path: string, payload: object | null, headers: Record<string, string>) {
    const body = payload && JSON.stringify(payload);
    return exchange(url + path, { method, headers, body }, AbortSignal.timeout(timeoutMs));
  }
  async function newToken() {
    try {
      const { pass, seconds } = read(passReply, await send('POST', '/passes', { account, secret: 'toy-secret' }, {}));
      return { token: pass, expiresAt: new Date(Date.now() + seconds * 1000) };
    } catch (error) {
      // The call that needed the token was not sent.
      throw error instanceof WholesaleError ? new WholesaleError(error.code, { sent: false }) : error;
    }
  }
  async function call(method: string, path: string, payload: object | null = null) {
    const { token } = (await tokenStore.read()) ?? (await tokenStore.renew(newToken));
    return send(method, path, payload, { 'x-pass': token });
  }
  const incapable = (name: string) => (): never => {
    onMisuse(name);
    throw new Error(`toy: ${name} is no capability`);
  };

  return {
    name,
    address: new URL(url),
    capabilities: CAPABILITIES,
    async packages() {
      const packages: WholesalePackage[] = [];
      for (let from: number | null = 0; from !== null;) {
        const page: z.infer<typeof offersReply> = read(offersReply, await call('GET', `/offers?from=${from}`));
        packages.push(...page.offers);
        from = page.next;
      }
      return { packages, refused: [] };
    },
    async placeOrder({ packageId, reference }): Promise<PlaceOutcome> {
      try {
        const answer = await call('PUT', `/orders/${reference}`, { offer: packageId });
        if (answer.status === 202) {
          const made = orderReply.safeParse(answer.body).data;
          return made ? { kind: 'done', order: made } : { kind: 'unknown', fault: 'bad-reply' };
        }
        const refusal = REFUSALS[refusalReply.safeParse(answer.body).data?.why ?? ''];
        return refusal ? { kind: 'refused', ...refusal } : { kind: 'unknown', fault: faultOfStatus(answer.status) };
      } catch (error) {
        if (!(error instanceof WholesaleError)) throw error;
        if (error.sent) return { kind: 'unknown', fault: error.code };
        return { kind: 'refused', code: 'unreachable', retryable: true, neverSent: true };
      }
    },
    async findByReference(reference) {
      const answer = await call('GET', `/orders/${reference}`);
      return answer.status === 404 ? [] : [read(orderReply, answer)];
    },
    async usage({ iccid }) {
      const { all, left, ends, chip } = read(profileReply, await call('GET', `/profiles/${iccid}`));
      return {
        status: chip === 'ON' ? 'active' : 'not-active',
        remainingMb: megabytes(left),
        totalMb: megabytes(all),
        unlimited: false,
        expiresAt: ends === null ? null : new Date(ends),
        profileState: CHIPS[chip],
      };
    },
    addable: incapable('addable'),
    readHint: incapable('readHint'),
    addPlan: incapable('addPlan'),
    giveBack: incapable('giveBack'),
    endProfile: incapable('endProfile'),
    bookings: incapable('bookings'),
    balance: incapable('balance'),
    compatibleDevices: incapable('compatibleDevices'),
  };
}

/** The body of a 2xx answer. */
function read<T>(schema: z.ZodType<T>, { status, body }: { status: number; body: unknown }): T {
  if (status < 200 || status > 299) throw new WholesaleError(faultOfStatus(status));
  const reply = schema.safeParse(body).data;
  if (reply === undefined) throw new WholesaleError('bad-reply');
  return reply;
}
