import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { loadOwnDevices } from '../../modules/devices/own-devices.ts';
import { createDeviceFinder } from './device-finder.ts';
import { deviceWords, partsOf, withoutExtras } from './device-words.ts';
import { nameOf } from './device-name.ts';
import type { Device } from './types.ts';

const families = loadOwnDevices();
const listed = [
  { maker: 'vivo', name: 'X90 Pro' },
  { maker: 'Xiaomi', name: 'Xiaomi 13T Pro' },
  { maker: 'Samsung', name: 'Galaxy S21 5G' },
  { maker: 'Google', name: 'Pixel 4a (5G)' },
];
const finder = createDeviceFinder({ families, listed, listedAt: '2026-11-22T00:00:00.000Z' });
const name = (device: Device | null) => device && nameOf(device);

describe('the device search', () => {
  it.each([
    ['iphone xr', 'iPhone XR'],
    ['IPHONE 13 PRO MAX 256 GB', 'iPhone 13 Pro Max'],
    ['mon iPhone SE 2e génération', 'iPhone SE (2nd generation)'],
    ['iphone se 3rd gen', 'iPhone SE (3rd generation)'],
    ['apple iphone17pro', 'iPhone 17 Pro'],
    ['galaxy s 23 ultra', 'Samsung Galaxy S23 Ultra'],
    ['s23', 'Samsung Galaxy S23'],
    ['samsung s23+', 'Samsung Galaxy S23+'],
    ['z flip 5', 'Samsung Galaxy Z Flip5'],
    ['Galaxy S22 5G 128Go', 'Samsung Galaxy S22'],
    ['pixel7a', 'Google Pixel 7a'],
    ['Pixel 4a 5G', 'Google Pixel 4a (5G)'],
    ['redmi note 13 pro+', 'Xiaomi Redmi Note 13 Pro+'],
    ['Redmi Note 13 Pro Plus 5G', 'Xiaomi Redmi Note 13 Pro+'],
    ['one plus 12', 'OnePlus 12'],
    ['ipad air 5e génération', 'iPad Air (5th generation)'],
    ['vivo x90 pro', 'vivo X90 Pro'],
  ])('finds %s', (query, wanted) => {
    const { device, isTypo } = finder.find(query);
    expect([name(device), isTypo]).toEqual([wanted, false]);
  });

  it.each([
    ['ipone 13 pro', 'iPhone 13 Pro'],
    ['iphnoe xr', 'iPhone XR'],
    ['galxy s23', 'Samsung Galaxy S23'],
    ['samsng glaxy s23 ultar', 'Samsung Galaxy S23 Ultra'],
    ['gogle pixle 7a', 'Google Pixel 7a'],
    ['motorolla razr 40', 'Motorola Razr 40'],
  ])('finds %s despite a typo', (query, wanted) => {
    const { device, isTypo } = finder.find(query);
    expect([name(device), isTypo]).toEqual([wanted, true]);
  });

  it.each([
    ['SM-G991B', 'Samsung Galaxy S21', null],
    ['sm-s911u1', 'Samsung Galaxy S23', 'US'],
    ['SM G9910', 'Samsung Galaxy S21', 'CN'],
    ['SM-F721N', 'Samsung Galaxy Z Flip4', 'KR'],
  ])('knows the model number %s', (query, wanted, soldIn) => {
    const found = finder.find(query);
    expect([name(found.device), found.soldIn]).toEqual([wanted, soldIn]);
  });

  it('treats a wrong number or short word as another model', () => {
    for (const query of [
      'iphone 9',
      'iphone xt',
      'galaxy s32',
      'galaxy m55',
      'pixel 7b',
      'SM-A999B',
      'Huawei Mate 30 Pro',
      'Galaxy XCover8',
      'Nokia 3310',
      'x',
      '',
    ])
      expect([query, name(finder.find(query).device)]).toEqual([query, null]);
  });

  it('returns several models for an ambiguous name', () => {
    expect(finder.find('13').others.map((each) => nameOf(each))).toEqual(
      expect.arrayContaining(['iPhone 13', 'Xiaomi 13', 'OnePlus 13']),
    );
    const started = finder.find('galaxy s2');
    expect([started.device, started.others.length]).toEqual([null, 8]);
    expect(finder.find('iphone 13').others.map((each) => nameOf(each))).toContain('iPhone 13 mini');
  });

  it('merges a model of the wholesaler’s list with ours, whatever the list adds to the name', () => {
    const { device } = finder.find('galaxy s21');
    expect(device).toMatchObject({ name: 'Galaxy S21', isListed: true, family: { id: 'galaxy-s21' } });
    expect(finder.find('galaxy s21').others.map((each) => nameOf(each))).not.toContain('Samsung Galaxy S21 5G');
    expect(finder.find('Pixel 4a').device?.isListed).toBe(false);
    expect(finder.find('xiaomi 13t pro').device).toMatchObject({ isListed: true, family: { id: 'xiaomi-13' } });
    expect(finder.find('X90 Pro').device).toMatchObject({ family: null, isListed: true });
  });

  it('accepts any text, and uses every number in it', () => {
    const spellings = (device: Device) =>
      [device.name, ...(device.family?.models.find(({ name }) => name === device.name)?.aliases ?? [])].join(' ');
    const queries = fc.array(
      fc.constantFrom(...families.flatMap(({ models }) => models.map((each) => each.name)), '5', '9 ', 'x'),
      {
        maxLength: 3,
      },
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ maxLength: 200 }),
          queries.map((parts) => parts.join('')),
        ),
        (query) => {
          const { device, others } = finder.find(query);
          expect(others.length).toBeLessThanOrEqual(8);
          if (device === null) return;
          const typed = partsOf(withoutExtras(deviceWords(query))).filter((part) => /\d/.test(part));
          for (const digits of typed) expect(spellings(device).replaceAll('.', '')).toContain(digits);
        },
      ),
    );
  });
});
