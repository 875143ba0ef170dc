import { startBuiltShop } from './books.ts';
import { startStagingShop } from './staging.ts';

/**
 * A selling world beside this process, for browser tests: the built store as `npm start` starts it, and its sandboxes. It prints its addresses as one line of JSON and stops when
 * its standard input closes. The first argument holds overrides as JSON; with staging mode
 * among them the world is that of `startStagingShop`.
 */
const overrides = JSON.parse(process.argv[2] ?? '{}') as Record<string, string>;
const world =
  overrides['CAIRN_MODE'] === 'staging'
    ? await startStagingShop(overrides)
    : await startBuiltShop(overrides, undefined, { withDemo: true, secondWholesaler: true });
process.stdout.write(
  `${JSON.stringify({ app: world.app, stripe: { url: world.stripe.url }, airalo: { url: world.airalo.url }, esimAccess: { url: (world.esimAccess ?? world.airalo).url }, mail: { url: world.mail.url }, oauth: { url: world.oauth.url }, sms: { url: world.sms.url }, databaseUrl: world.env['DATABASE_URL'] })}\n`,
);
process.stdin.on('end', () => void world.close().then(() => process.exit(0))).resume();
