/**
 * Makes sandbox/airalo/countries.json: the sandbox wholesaler's plans for one country each, besides the 17 destinations
 * of packages.json. Prices and facts are invented, differ by country, and are the same in every run:
 *   node scripts/data/wholesale.mjs
 */
import { readFileSync, writeFileSync } from 'node:fs';

const read = (path) => JSON.parse(readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8'));
const codes = (text) => text.trim().split(/\s+/);

/** Gigabytes and days of each size. */
const SIZES = [
  [1, 7],
  [3, 30],
  [5, 30],
  [10, 30],
  [20, 30],
];
/** Net and recommended prices of the sizes in dollars. The last one is an unlimited plan for ten days. */
const TIERS = [
  { net: [1.15, 3, 4.6, 8.2, 13.8, 12.5], price: [4.5, 11, 16, 26, 38, 27] },
  { net: [1.6, 4.3, 6.6, 11.9, 20.5, 16], price: [5, 13, 19, 31, 48, 34] },
  { net: [2.6, 7.2, 11.2, 20.4, 36, 24], price: [6.5, 17, 26, 45, 75, 49] },
  { net: [4.4, 12.4, 19.6, 37, 68], price: [9.5, 26, 40, 72, 128] },
  { net: [7.9, 22.8, 36.5, 70], price: [16, 45, 70, 130] },
];
/** Countries by tier. All others are in the fourth. */
const CHEAP =
  codes(`IT GB JP TR GR PT DE AU KR VN NL AT HR IE HK TW SG MY ID PH IN LK SE DK FI BE CZ HU PL RO BG EE LV LT
  SK SI LU CY MT CN AE IL KH UA`);
const FAIR =
  codes(`CA CH BR AR PE CO NZ IS NO SA QA JO ZA TN NP KZ KG UZ GE AM AL RS MK ME BA MD XK PK BD MN LA MM BN MO
  BH KW OM CL EC UY PA GT DO PR GU MV`);
const MIDDLE = codes(`KE TZ MU GH NG UG RW SN CI DZ BO PY HN NI SV JM TT BB BS KY AW CW LC AG GD AZ BY RU TJ IQ LB RE GP
  MQ PF NC FJ MG MZ ZM ZW`);
const DEAR = codes('AF CK CU DJ GQ GW IR LY MP MR PW SD TD TL VE');
/** Countries without a plan of their own. The global plan or a regional one works there. */
const NONE =
  codes(`AD AI BL BQ BT CG DM FO GG GI GL GM IM JE KN LI LR LS MC MF ML NE PG PS SL SM SX SZ TC TG TO VA VC VG
  VI WS YT`);
const UNLIMITED = codes(`IT GB JP TR GR PT DE AU KR NL AT HR IE HK TW SG MY ID IN SE DK FI BE CZ PL CN AE CA CH BR NZ IS
  NO SA ZA`);
const BREAKOUT = { CN: 'HK', MO: 'HK', RU: 'PL', IR: 'NL', TR: 'NL', SA: 'AE', QA: 'AE', MV: 'SG', LK: 'SG', VN: 'SG' };
const POLICIES = [
  '2 GB per day at full speed, then 512 kbps until midnight.',
  '3 GB per day at full speed, then 1 Mbps until midnight.',
  '1 GB per day at full speed, then 1.5 Mbps until midnight.',
];
const HEAVY_USE = 'Speeds may be reduced after heavy use.';
const WORDS = ['Link', 'Mobile', 'Roam', 'Connect', 'Wave', 'Cell'];

/** A number that depends on the text only (FNV-1a). */
function hash(text) {
  let value = 2_166_136_261;
  for (const byte of Buffer.from(text)) value = Math.imul(value ^ byte, 16_777_619) >>> 0;
  return value >>> 8;
}

const step = (value, size) => Number((Math.round(value / size) * size).toFixed(2));

function tierOf(code) {
  const at = [CHEAP, FAIR, MIDDLE].findIndex((list) => list.includes(code));
  if (at >= 0) return TIERS[at];
  return DEAR.includes(code) ? TIERS[4] : TIERS[3];
}

function row({ slug, countryCode: code, name }) {
  const tier = tierOf(code);
  const factor = 0.94 + (hash(`price ${code}`) % 13) / 100;
  const price = (at) => ({ net: step(tier.net[at] * factor, 0.05), price: step(tier.price[at] * factor, 0.5) });
  const sizes = SIZES.slice(0, tier.price.length).map(([gb, days], at) => {
    const { net, price: recommended } = price(at);
    return [gb, days, net, recommended];
  });
  const odd = (what, of) => hash(`${what} ${code}`) % of === 0;
  return {
    slug,
    code,
    operator: `${name.en} ${WORDS[hash(code) % WORDS.length]}`,
    sizes,
    // The minimum selling price is this multiple of the net price.
    ...(odd('minimum', 3) && { minimum: 1.5 }),
    ...(UNLIMITED.includes(code) && {
      unlimited: { ...price(5), policy: odd('vague', 7) ? HEAVY_USE : POLICIES[hash(`policy ${code}`) % 3] },
    }),
    ...(odd('5g', 5) && { only4g: true }),
    facts: {
      hotspot: odd('no hotspot', 11) ? false : odd('hotspot unsaid', 3) ? null : true,
      topUp: odd('top-up unsaid', 9) ? null : !odd('no top-up', 5),
      activation: odd('activation unsaid', 10) ? null : odd('installation', 6) ? 'installation' : 'first-usage',
      installDays: odd('install unsaid', 4) ? null : [365, 180, 90][hash(`install ${code}`) % 3],
      slowerKbps: odd('slower', 7) ? 128 : odd('end unsaid', 8) ? null : 0,
      ...(BREAKOUT[code] && { breakout: BREAKOUT[code] }),
    },
  };
}

const sold = new Set(read('sandbox/airalo/packages.json').map(({ slug }) => slug));
const rows = read('store/data/catalogue/destinations.json')
  .filter(({ slug, kind, countryCode }) => kind === 'local' && !sold.has(slug) && !NONE.includes(countryCode))
  .map(row);
writeFileSync(
  new URL('../../sandbox/airalo/countries.json', import.meta.url),
  `[\n${rows.map((each) => `  ${JSON.stringify(each)}`).join(',\n')}\n]\n`,
);
console.log(`${rows.length} countries, ${rows.filter(({ unlimited }) => unlimited).length} with an unlimited plan`);
