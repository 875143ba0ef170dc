// Written by `npm run gen` from the folders of languages (docs/guides/a-language.md).
import { api } from './areas/api.ts';
import { auth } from './areas/auth.ts';
import { autotopup } from './areas/autotopup.ts';
import { blog } from './areas/blog.ts';
import { cards } from './areas/cards.ts';
import { checkout } from './areas/checkout.ts';
import { chrome } from './areas/chrome.ts';
import { common } from './areas/common.ts';
import { company } from './areas/company.ts';
import { connection } from './areas/connection.ts';
import { consent } from './areas/consent.ts';
import { contact } from './areas/contact.ts';
import { coverage } from './areas/coverage.ts';
import { data } from './areas/data.ts';
import { destination } from './areas/destination.ts';
import { devices } from './areas/devices.ts';
import { documents } from './areas/documents.ts';
import { errors } from './areas/errors.ts';
import { esim } from './areas/esim.ts';
import { factors } from './areas/factors.ts';
import { help } from './areas/help.ts';
import { home } from './areas/home.ts';
import { installation } from './areas/installation.ts';
import { keep } from './areas/keep.ts';
import { legal } from './areas/legal.ts';
import { notices } from './areas/notices.ts';
import { oauth } from './areas/oauth.ts';
import { offline } from './areas/offline.ts';
import { order } from './areas/order.ts';
import { paper } from './areas/paper.ts';
import { phone } from './areas/phone.ts';
import { plans } from './areas/plans.ts';
import { profile } from './areas/profile.ts';
import { push } from './areas/push.ts';
import { refunds } from './areas/refunds.ts';
import { renewal } from './areas/renewal.ts';
import { replacement } from './areas/replacement.ts';
import { sandbox } from './areas/sandbox.ts';
import { settings } from './areas/settings.ts';
import { shop } from './areas/shop.ts';
import { steps } from './areas/steps.ts';
import { switches } from './areas/switches.ts';
import { topup } from './areas/topup.ts';
import { trip } from './areas/trip.ts';
import { update } from './areas/update.ts';
import { withdraw } from './areas/withdraw.ts';

/** The words of pages and of the API, by area and language. */
export const areas = {
  api,
  auth,
  autotopup,
  blog,
  cards,
  checkout,
  chrome,
  common,
  company,
  connection,
  consent,
  contact,
  coverage,
  data,
  destination,
  devices,
  documents,
  errors,
  esim,
  factors,
  help,
  home,
  installation,
  keep,
  legal,
  notices,
  oauth,
  offline,
  order,
  paper,
  phone,
  plans,
  profile,
  push,
  refunds,
  renewal,
  replacement,
  sandbox,
  settings,
  shop,
  steps,
  switches,
  topup,
  trip,
  update,
  withdraw,
};
