/**
 * Makes sandbox/esim-access/packages.json, the second wholesaler's plans: one package for each of the first
 * wholesaler's packages of the 17 specified destinations, and packages of other countries and regions. Some of these keep
 * what the first wholesaler's package promises, others break it in one way each. Codes, prices and facts are invented,
 * differ by destination, and are the same in every run:
 *   node scripts/data/esim-access.mjs
 */
import { readFileSync, writeFileSync } from 'node:fs';

const read = (path) => JSON.parse(readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8'));
const words = (text) => text.split(' ');
const GB = 1024 ** 3;

/** The specified destinations that cost less here than at the first wholesaler. */
const CHEAPER = ['costa-rica', 'americas'];
/**
 * Destinations whose plan differs within the promise: another exit country, no hotspot stated, less time to install it. The
 * networks are equal, because the specification names those of its offers.
 */
const DIFFERENT = {
  egypt: { ipExport: 'GB' },
  morocco: { ipExport: 'FR' },
};
/** Places whose plans have the vendor's code of a region in their slug. */
const REGIONS = { global: 'GL', europe: 'EU', africa: 'AF', americas: 'AM', asia: 'AS' };
/** Other countries whose packages keep the promise of the first wholesaler's. */
const KEEPS = words('portugal netherlands united-kingdom switzerland singapore poland brazil hong-kong');
/** Days until an unused profile expires, where the first wholesaler says nothing. */
const UNUSED_DAYS = 180;
const APNS = ['drei.at', 'plus', 'internet', 'mobile'];

/** A number that depends on the text only (FNV-1a). */
function hash(text) {
  let value = 2_166_136_261;
  for (const byte of Buffer.from(text)) value = Math.imul(value ^ byte, 16_777_619) >>> 0;
  return value >>> 8;
}

const taken = new Set();
/** A package code in the vendor's style, unique in the list. */
function codeOf(slug) {
  for (let at = hash(`code ${slug}`) % 900; ; at = (at + 1) % 900) {
    const code = `CKH${at + 100}`;
    if (!taken.has(code)) return taken.add(code) && code;
  }
}

/** The first wholesaler's net price in 10,000ths of a dollar, changed by a few per cent; a third has parts of a cent. */
function priceOf(slug, netDollars, isCheaper) {
  const factor = (isCheaper ? 0.93 : 1.02) + (hash(`price ${slug}`) % 4) / 100;
  const price = netDollars * 10_000 * factor;
  return hash(`cent ${slug}`) % 3 === 0
    ? Math.round(price) - (Math.round(price) % 100) + 45
    : Math.round(price / 100) * 100;
}

const places = read('store/data/catalogue/destinations.json');
const placeOf = (slug) => places.find((place) => place.slug === slug);
const offers = read('store/data/catalogue/offers.json');
const countries = read('sandbox/airalo/countries.json');

/** A package of a row. `gb` names it; `volume` is its data in bytes. */
function packageOf(prefix, { gb, days, net, retail, isCheaper = false, volume = gb * GB, ...rest }) {
  const slug = `${prefix}_${gb}_${days}`;
  return {
    packageCode: codeOf(slug),
    slug,
    price: priceOf(slug, net, isCheaper),
    retailPrice: Math.round(retail * 10_000),
    volume,
    duration: days,
    ...rest,
  };
}

function specified(each) {
  const { members } = placeOf(each.slug);
  const prefix = members ? `${REGIONS[each.slug]}-${members.length}` : each.country_code;
  const { plans } = offers.find(({ slug }) => slug === each.slug);
  const different = DIFFERENT[each.slug];
  const networks = each.networks?.map(({ name, types }) => ({ name, type: types.includes('5G') ? '4G/5G' : '4G' }));
  return {
    name: each.title,
    place: each.slug,
    ...(each.networks && { location: [each.country_code], networks }),
    hotspot: different ? null : each.hotspot,
    ipExport: different?.ipExport ?? null,
    unusedValidTime: different ? UNUSED_DAYS : 365,
    apn: each.apn === null ? '' : APNS[hash(each.slug) % APNS.length],
    packages: each.packages.map(({ id, amount, day, price, net_price: net }) => {
      const isCheaper = CHEAPER.includes(each.slug);
      const made = packageOf(prefix, { gb: amount / 1024, days: day, net, retail: price, isCheaper });
      const selling = plans.find(({ packageId }) => packageId === id).priceCents;
      if (made.price >= selling * 100) throw new Error(`${made.slug} costs more than its selling price`);
      return made;
    }),
  };
}

/** A country of the first wholesaler with the first `count` of its sizes; `change` gives what each size has instead. */
function country(slug, count, change = {}, changeSize = (size) => size) {
  const { code, sizes, facts, only4g } = countries.find((each) => each.slug === slug);
  return {
    name: placeOf(slug).name.en,
    place: slug,
    location: [code],
    ...(only4g && { only4g }),
    hotspot: facts.hotspot,
    ipExport: facts.breakout ?? null,
    unusedValidTime: facts.installDays ?? UNUSED_DAYS,
    apn: hash(slug) % 3 === 0 ? APNS[hash(slug) % APNS.length] : '',
    ...(hash(`top-up ${slug}`) % 5 === 0 && { supportTopUpType: 1 }),
    ...change,
    packages: sizes
      .slice(0, count)
      .map(([gb, days, net, retail]) => packageOf(code, changeSize({ gb, days, net, retail }))),
  };
}

/** A regional or global plan without the countries that `covered` leaves out. */
function smaller(slug, covered) {
  const first = read('sandbox/airalo/packages.json').find((each) => each.slug === slug);
  const location = placeOf(slug).members.filter((_, at) => covered(at));
  return {
    name: `${first.title} ${location.length} countries`,
    place: slug,
    location,
    hotspot: first.hotspot,
    ipExport: null,
    unusedValidTime: UNUSED_DAYS,
    apn: '',
    packages: first.packages.slice(0, 3).map(({ amount, day, price, net_price: net }) => {
      return packageOf(`${REGIONS[slug]}-${location.length}`, {
        gb: amount / 1024,
        days: day,
        net: net * 0.8,
        retail: price,
      });
    }),
  };
}

const daily =
  (dataType, fupPolicy) =>
  ({ gb, net, retail }) => ({
    gb,
    days: 1,
    net: net * 0.7,
    retail,
    dataType,
    ...(fupPolicy && { fupPolicy }),
  });

const rows = [
  ...read('sandbox/airalo/packages.json').map(specified),
  ...KEEPS.map((slug) => country(slug, 4)),
  // Decimal gigabytes and half of the data: less than promised.
  country('italy', 3, {}, (size) => ({ ...size, volume: size.gb * 1_000_000_000 })),
  country('croatia', 3, {}, (size) => ({ ...size, gb: size.gb / 2 })),
  country('greece', 3, {}, (size) => ({ ...size, days: size.days === 7 ? 5 : 15 })),
  smaller('europe', (at) => at % 2 === 0),
  smaller('asia', (at) => at % 3 !== 0),
  smaller('global', (at) => at % 2 === 1),
  country('turkey', 3, { activeType: 1 }),
  country('denmark', 3, { hotspot: false }),
  country('germany', 3, { currencyCode: 'EUR' }),
  country('japan', 2, {}, daily(2, '384 Kbps')),
  country('south-korea', 2, {}, daily(3)),
  country('australia', 2, {}, daily(4, '1 Mbps')),
];
writeFileSync(
  new URL('../../sandbox/esim-access/packages.json', import.meta.url),
  `[\n${rows
    .map(({ packages, ...row }) => {
      const head = JSON.stringify(row).slice(0, -1);
      return `  ${head},"packages":[\n${packages.map((each) => `    ${JSON.stringify(each)}`).join(',\n')}\n  ]}`;
    })
    .join(',\n')}\n]\n`,
);
const count = rows.flatMap(({ packages }) => packages).length;
console.log(`${rows.length} places, ${count} packages`);
