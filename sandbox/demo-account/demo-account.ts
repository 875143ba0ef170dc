import { randomBytes, randomInt } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import * as z from 'zod';
import { readDataFile } from '#src/data-file.ts';
import type { Services } from '#src/services.ts';
import { uuidv7 } from '#src/shared/ids.ts';
import { orderTexts } from '#src/shared/legal.ts';

type DemoAccount = { email: string; password: string };

const Saved = z.object({ email: z.string(), password: z.string(), orderKeys: z.tuple([z.uuid(), z.uuid()]) });

/**
 * The two sample eSIMs of the specification (section 2, Profile page) with the data left. The last one is shown first.
 */
const SAMPLES = [
  { planId: 'thailand-5gb', remainingMb: 4_300 },
  { planId: 'france-3gb', remainingMb: 1_946 },
] as const;

/** The wholesaler does not know the samples, so their usage is never requested. */
const NEVER_STALE = new Date('9999-12-31T00:00:00Z');

/**
 * The demo account of a sandbox with two eSIMs in use, "purchased" on the day of the start. Its address and password
 * are random per data directory. The store's own services create it. Only the usage of the samples, which no wholesaler
 * reports, is written into their rows.
 */
export async function ensureDemoAccount(services: Services): Promise<DemoAccount> {
  const saved = await readOrMake(services.config.dataDir);
  const accountId = await ensureAccount(services, saved);
  for (const [position, sample] of SAMPLES.entries()) {
    await ensurePurchase(services, { ...sample, accountId, email: saved.email, key: saved.orderKeys[position]! });
  }
  return { email: saved.email, password: saved.password };
}

async function readOrMake(dataDir: string): Promise<z.infer<typeof Saved>> {
  const file = path.join(dataDir, 'demo-account.json');
  const saved = await readDataFile(file, Saved, 'Remove it: a new demo account is made at the next start.');
  if (saved) return saved;
  const made = {
    email: `demo-${randomBytes(4).toString('hex')}@example.com`,
    password: randomBytes(12).toString('base64url'),
    orderKeys: [uuidv7(), uuidv7()] as [string, string],
  };
  await mkdir(dataDir, { recursive: true });
  // Atomic rename: a process killed here leaves no partial file for the next start.
  await writeFile(`${file}.new`, JSON.stringify(made), { mode: 0o600, flush: true });
  await rename(`${file}.new`, file);
  return made;
}

async function ensureAccount({ db, identity }: Services, { email, password }: DemoAccount): Promise<string> {
  const existing = await identity.accountByEmail(email);
  if (existing) return existing.id;
  const credentials = await identity.prepareCredentials({ email, password });
  const account = await db.transaction((tx) =>
    identity.createAccount(tx, { ...credentials, emailVerified: true, locale: 'en' }),
  );
  return account.id;
}

async function ensurePurchase(
  { db, orders, esims, catalogue, config }: Services,
  request: { planId: string; remainingMb: number; accountId: string; email: string; key: string },
): Promise<void> {
  const sold = await catalogue.planToSell(request.planId);
  await db.transaction(async (tx) => {
    const { order, created } = await orders.open(tx, {
      idempotencyKey: request.key,
      lines: [sold],
      email: request.email,
      locale: 'en',
      accountId: request.accountId,
      texts: orderTexts(config.legalVersions),
    });
    if (created) {
      for (const status of ['paid', 'fulfilling', 'fulfilled'] as const)
        await orders.move(tx, order.id, status, { demo: true });
      const [line] = order.lines;
      for (const status of ['fulfilling', 'fulfilled'] as const) await orders.moveLine(tx, line.id, status);
      await esims.issue(tx, line, sampleSim());
    }
    await tx.execute(
      sql`update orders set created_at = now(), paid_at = now(), fulfilled_at = now() where id = ${order.id}`,
    );
    await tx.execute(sql`
      update esims set profile_state = 'enabled', plan_state = 'active', remaining_mb = ${request.remainingMb}, issued_at = now(),
        expires_at = now() + make_interval(days => ${sold.plan.days}), refreshed_at = ${NEVER_STALE.toISOString()}::timestamptz,
        watch_at = null
      where order_id = ${order.id}`);
    await tx.execute(sql`
      update esim_plans p
      set state = 'active', remaining_mb = e.remaining_mb, issued_at = e.issued_at, started_at = e.issued_at, expires_at = e.expires_at
      from esims e where e.id = p.esim_id and e.order_id = ${order.id}`);
  });
}

/** Has the format of a profile and cannot be installed: the host name is reserved (RFC 2606). */
function sampleSim() {
  const activationCode = `DEMO-${randomBytes(6).toString('hex').toUpperCase()}`;
  const smdpAddress = 'rsp.example.com';
  return {
    iccid: `890000000${String(randomInt(1e10)).padStart(10, '0')}`,
    smdpAddress,
    activationCode,
    confirmationCode: null,
    lpa: `LPA:1$${smdpAddress}$${activationCode}`,
    apn: null,
    appleUrl: null,
  };
}
