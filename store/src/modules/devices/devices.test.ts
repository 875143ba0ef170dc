import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { freshDatabase, type TestDatabase } from '#test/support/database.ts';
import { type Database, openDatabase } from '../../db/database.ts';
import type { ListedDevice } from '../../shared/devices/types.ts';
import type { WholesalerCapabilities } from '../fulfilment/wholesaler.ts';
import { createDevices } from './devices.ts';
import { loadOwnDevices } from './own-devices.ts';

const CAPABILITIES = { listsDevices: true } as WholesalerCapabilities;

const HOUR = 3_600_000;
const VIVO = { maker: 'vivo', name: 'X90 Pro' };

let fresh: TestDatabase;
let database: Database;
let clock: number;
let listed: () => Promise<ListedDevice[]>;
let warnings: string[];

const open = (db = database.db) =>
  createDevices({
    db,
    wholesalers: { all: () => [{ name: 'one', capabilities: CAPABILITIES, compatibleDevices: () => listed() }] },
    own: loadOwnDevices(),
    log: { warn: (_details, message) => void warnings.push(message) },
    now: () => clock,
  });

beforeAll(async () => {
  fresh = await freshDatabase();
  database = openDatabase(fresh.url, { max: 4, onError: () => undefined });
});
afterAll(async () => {
  await database.close();
  await fresh.drop();
});
beforeEach(async () => {
  clock = Date.UTC(2026, 10, 22);
  warnings = [];
  listed = () => Promise.resolve([VIVO]);
  await database.pool.query('truncate device_lists');
});

const finds = async (devices: ReturnType<typeof open>) => (await devices.find('vivo x90 pro')).device;

describe('the device index', () => {
  it('has our own data before the first list, then also the wholesaler’s models, with the date of the list', async () => {
    const devices = open();
    expect(await finds(devices)).toBeNull();
    expect((await devices.find('iphone 13')).device).toMatchObject({ name: 'iPhone 13', isListed: false });
    await devices.readList();
    // Another process has read the list; this one looks again after a minute.
    expect(await finds(devices)).toBeNull();
    clock += 60_000;
    expect(await finds(devices)).toEqual({ ...VIVO, family: null, isListed: true });
    expect((await devices.index()).listedAt).toBe('2026-11-22T00:00:00.000Z');
  });

  it('keeps the last list while the wholesaler is down or lists nothing', async () => {
    await open().readList();
    clock += 13 * HOUR;
    listed = () => Promise.reject(Object.assign(new Error('down'), { code: 'unreachable' }));
    await open().readList();
    listed = () => Promise.resolve([]);
    await open().readList();
    expect(warnings).toEqual(['the list of compatible devices could not be read from the wholesaler']);
    const devices = open();
    expect(await finds(devices)).not.toBeNull();
    expect((await devices.index()).listedAt).toBe('2026-11-22T00:00:00.000Z');
  });

  it('reads the list again only when it is old, and drops models that the new one lacks', async () => {
    let asked = 0;
    listed = () => Promise.resolve([asked++ === 0 ? VIVO : { maker: 'vivo', name: 'X100' }]);
    await open().readList();
    clock += 11 * HOUR;
    await open().readList();
    expect(asked).toBe(1);
    clock += 2 * HOUR;
    await open().readList();
    expect(asked).toBe(2);
    expect(await finds(open())).toBeNull();
  });

  it('answers from memory, or from our own data, during a database outage', async () => {
    const devices = open();
    await devices.readList();
    expect(await finds(devices)).not.toBeNull();
    const away = openDatabase('postgresql://127.0.0.1:1/none', { max: 1, onError: () => undefined });
    const alone = open(away.db);
    expect((await alone.find('Pixel 7a')).device?.family?.id).toBe('pixel-7');
    expect(await finds(alone)).toBeNull();
    expect(warnings).toEqual(['the stored list of compatible devices could not be read: using the last one']);
    await away.close();
  });
});
