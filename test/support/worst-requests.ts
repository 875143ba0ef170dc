import { paths } from '#src/shared/paths.ts';

/** A request that makes a public address compute the most that its input allows. Node reads heads of up to 16 KB. */
export type WorstRequest = {
  name: string;
  path: string;
  method?: 'GET' | 'POST';
  headers?: Record<string, string>;
  body?: string;
};

/** Below the 16 KB that Node accepts for all headers and the address. */
const MAX_LENGTH = 12_000;
const times = (count: number, text: (at: number) => string, separator = '&'): string =>
  Array.from({ length: count }, (_, at) => text(at)).join(separator);

/** Texts that are expensive for careless code: long words, combining marks, expanding letters, backtracking. */
const TEXTS: Record<string, string> = {
  'a long word': 'a'.repeat(MAX_LENGTH),
  'a long word with a typo': `${'japan'.repeat(2_000)}x`,
  'many words': times(5_000, () => 'st', '+'),
  'many small words': times(4_000, (at) => (at % 2 ? 'the' : 'of'), '+'),
  'combining marks': `e${'%CC%81'.repeat(2_000)}`,
  'letters that expand': '%EF%B7%BA'.repeat(1_300),
  spaces: `a${'+'.repeat(MAX_LENGTH - 10)}b`,
  'quotes and dots': "l'.".repeat(2_200),
  surrogates: '%F0%9F%87%AB'.repeat(1_000),
  'control characters': '%00%0A%0D'.repeat(1_300),
  'one letter': 'a',
};
const SEARCHES: Record<string, string> = {
  search: '/api/search?limit=50&q=',
  plans: `${paths.plans()}?show=100000&q=`,
  help: `${paths.help()}?q=`,
  devices: `${paths.helpDevices()}?model=`,
  coverage: `${paths.coverage()}?q=`,
  'coverage by country': `${paths.coverageCountries()}?q=`,
  'coverage by operator': `${paths.coverageOperators()}?by=operator&q=`,
  region: '/plans/regional/europe?q=',
};

const searches = Object.entries(SEARCHES).flatMap(([where, path]) =>
  Object.entries(TEXTS).map(([what, text]): WorstRequest => ({ name: `${where}: ${what}`, path: path + text })),
);

/** `salt` differs in each round, so that no answer is known already. */
export function worstRequests(salt = 0): WorstRequest[] {
  const days = 24 - (salt % 3);
  const trip = (stops: readonly string[], habit: number | string): string =>
    `${paths.planTrip()}?${stops.map((stop) => `stop=${stop}`).join('&')}&habit=${habit}`;
  const places = ['france', 'japan', 'morocco', 'italy', 'thailand', 'spain'];
  return [
    { name: 'model withdrawal form', path: `${paths.withdrawalFormPdf()}?${salt}` },
    { name: 'fact sheet', path: `${paths.factSheet('fr', 'france-3gb', 'france')}?${salt}` },
    { name: 'trip: a year with more data than any', path: trip(['france:365'], 9_999) },
    { name: 'trip: a year', path: trip(['france:365'], 1_122 - salt) },
    { name: 'trip: 20 GB a day', path: trip(['france:20'], 20_480 - salt) },
    { name: 'trip: a month of 10 GB', path: trip(['france:40'], 10_240 - salt) },
    {
      name: 'trip: 15 stops',
      path: trip(
        Array.from({ length: 15 }, (_, at) => `${places[at % 6]}:${days}`),
        1_100 - salt,
      ),
    },
    { name: 'trip: 1,000 stops', path: `${paths.planTrip()}?${times(1_000, () => 'stop=f:1')}` },
    { name: 'trip: 1,000 buttons', path: `${paths.planTrip()}?stop=france:3&${times(1_400, () => 'more=0')}` },
    {
      name: 'calculator',
      path: `${paths.plansData()}?to=${'a'.repeat(9_000)}&days=365&${times(500, () => 'maps=180')}`,
    },
    {
      name: 'map of a trip: 15 countries around the world',
      path: paths.tripMap(
        ['russia', 'canada', 'chile', 'australia', 'japan', ...places].concat(Array(15).fill('brazil')).slice(0, 15),
      ),
    },
    { name: 'map of a trip: thousands of places', path: paths.tripMap(Array(2_000).fill('france')) },
    { name: 'all destinations', path: `${paths.plans()}?show=100000` },
    { name: 'all plans in one table', path: `${paths.plans()}?view=compare&show=100000&sort=perGb` },
    { name: 'thousands of plans to compare', path: `${paths.plans()}?compare=${times(2_500, (at) => `p${at}`, ',')}` },
    { name: 'thousands of keys', path: `${paths.plans()}?${times(2_500, (at) => `k${at}`)}` },
    { name: 'the same key thousands of times', path: `${paths.plans()}?${times(3_000, () => 'q=a')}` },
    { name: 'an unknown destination', path: `/plans/local/${'japan-'.repeat(2_000)}` },
    { name: 'an unknown help answer', path: `/help/${'install-esim-'.repeat(1_000)}` },
    { name: 'an unknown article', path: `/blog/${'a-'.repeat(6_000)}` },
    { name: 'a deep path', path: '/a'.repeat(6_000) },
    { name: 'a path of escapes', path: `/${'%C3%A9'.repeat(2_000)}` },
    { name: 'a checkout of thousands of plans', path: `/checkout/${times(2_500, (at) => `p${at}`, ',')}` },
    { name: 'a checkout of 15 plans', path: `/checkout/${times(15, () => 'france-10gb', ',')}` },
    { name: 'catalogue', path: '/api/catalogue/plans?limit=1000000' },
    { name: 'search with limits', path: `/api/search?q=a&limit=50&${times(2_000, () => 'q=a')}` },
    { name: 'preview picture of an unknown place', path: `/og/en/${'a'.repeat(100)}.png` },
    {
      name: 'coverage map of an unknown place',
      path: `/maps/coverage/${'a'.repeat(5_000)}.svg?here=${'b'.repeat(5_000)}`,
    },
    { name: 'photo', path: `/photos/${'0'.repeat(10_000)}.webp` },
    { name: 'OAuth', path: `/oauth/callback?state=${'a'.repeat(7_000)}&code=${'b'.repeat(7_000)}` },
    {
      name: 'Accept-Language',
      path: '/plans?q=x',
      headers: { 'accept-language': times(1_000, (at) => `a${at};q=0.${at}`, ',') },
    },
    { name: 'Accept-Language of dashes', path: '/plans?q=y', headers: { 'accept-language': '-'.repeat(12_000) } },
    {
      name: 'Accept-Encoding',
      path: '/plans?q=z',
      headers: { 'accept-encoding': times(1_500, () => 'x;  q=0.', ',') },
    },
    { name: 'cookies', path: '/plans?q=w', headers: { cookie: times(1_000, (at) => `c${at}=${at}`, '; ') } },
    { name: 'If-None-Match', path: '/', headers: { 'if-none-match': times(2_500, () => 'W/""', ',') } },
    { name: 'a token of dots', path: '/api/account', headers: { authorization: `Bearer ${'.'.repeat(12_000)}` } },
    json('deep JSON', '/api/orders', `${'['.repeat(8_000)}${']'.repeat(8_000)}`),
    json('an order of many lines', '/api/orders', JSON.stringify({ lines: Array.from({ length: 1_000 }, () => 'p') })),
    json(
      'a long address',
      '/api/orders',
      JSON.stringify({ email: `${'a@'.repeat(7_000)}b.c`, planIds: ['france-1gb'] }),
    ),
    json('a ticket of addresses', '/api/tickets', JSON.stringify({ email: `${'a.'.repeat(7_000)}@b`, message: 'm' })),
    json(
      'a sign-up',
      '/identity/v1/accounts:signUp?key=cairn-web',
      JSON.stringify({ email: `${'a.'.repeat(7_000)}@${'b-'.repeat(500)}.c`, password: 'p'.repeat(4_000) }),
    ),
    json(
      'a long password',
      '/identity/v1/accounts:signInWithPassword?key=cairn-web',
      JSON.stringify({ email: 'a@b.co', password: 'é'.repeat(4_000) }),
    ),
    {
      name: 'a contact form',
      path: paths.contact(),
      method: 'POST',
      headers: { 'content-type': 'multipart/form-data; boundary=b' },
      body: `${times(2_000, (at) => `--b\r\nContent-Disposition: form-data; name="f${at}"\r\n\r\n \r\n`, '')}--b--`,
    },
    {
      name: 'a contact form of spaces',
      path: paths.contact(),
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: `message=${'+'.repeat(60_000)}x&name=${'%0A'.repeat(20_000)}`,
    },
    ...searches,
  ];
}

const json = (name: string, path: string, body: string): WorstRequest => ({
  name,
  path,
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body,
});
