import { createContent, loadArticles } from '../content/content.ts';
import { createLegalPages } from '../content/legal/legal-pages.ts';
import { factsOf } from '../content/merchant-facts.ts';
import { createCatalogue } from '../modules/catalogue/catalogue.ts';
import { createPlanBook } from '../modules/catalogue/desk.ts';
import { knownNetworks } from '../modules/catalogue/known-networks.ts';
import { createDestinationSearch } from '../modules/catalogue/search.ts';
import { createDevices } from '../modules/devices/devices.ts';
import { loadOwnDevices } from '../modules/devices/own-devices.ts';
import { createTax, loadCountryFile, NO_COUNTRIES } from '../modules/tax/tax.ts';
import { createPlanner } from '../modules/trip/planner.ts';
import { createTrips } from '../modules/trip/trips.ts';
import { createHelpSearch } from '../search/help-search.ts';
import { lazy } from '../shared/lazy.ts';
import { LOCALES } from '../shared/locale.ts';
import type { Vendors } from '../vendors.ts';
import type { Foundation } from './foundation.ts';

/** What the public pages show: texts, catalogue, search, trips, devices. */
export function createShopModules(
  { config, db, clock, log, telemetry }: Foundation,
  { wholesalers }: Pick<Vendors, 'wholesalers'>,
) {
  const content = createContent({ articles: loadArticles(), facts: factsOf(config) });
  const helpIndex = lazy(() => createHelpSearch(LOCALES.flatMap((locale) => content.written('help', locale))));
  const helpSearch: ReturnType<typeof helpIndex> = {
    ask: (...question) => helpIndex().ask(...question),
    find: (...question) => helpIndex().find(...question),
  };
  const catalogue = createCatalogue({
    db,
    wholesalers,
    currency: config.currencies[0],
    knownNetworks,
    log,
    now: () => clock.now().getTime(),
  });
  return {
    content,
    helpSearch,
    legalPages: createLegalPages({ content, config }),
    catalogue,
    tax: createTax(config.merchant),
    networkCountries: config.countryFile === undefined ? NO_COUNTRIES : loadCountryFile(config.countryFile),
    planBook: createPlanBook({ db, currency: config.currencies[0] }),
    search: createDestinationSearch({ catalogue }),
    trips: createTrips({
      catalogue,
      planner: createPlanner({ log }),
      onPlanned: ({ where, cells, ...planned }) =>
        telemetry.tripPlanned({ where, cells, outcome: 'refused' in planned ? planned.refused : 'planned' }),
    }),
    devices: createDevices({ db, wholesalers, own: loadOwnDevices(), log }),
  };
}
