import { auth } from './auth.en.ts';
import { chrome } from './chrome.en.ts';
import { coverage } from './coverage.en.ts';
import { destination } from './destination.en.ts';
import { devices } from './devices.en.ts';
import { home } from './home.en.ts';
import { installation } from './installation.en.ts';
import { phone } from './phone.en.ts';
import { plans } from './plans.en.ts';
import { shop } from './shop.en.ts';
import { factors } from './factors.en.ts';
import { errors } from './errors.en.ts';
import { profile } from './profile.en.ts';
import { settings } from './settings.en.ts';
import { checkout } from './checkout.en.ts';
import { order } from './order.en.ts';
import { api } from './api.en.ts';
import { oauth } from './oauth.en.ts';
import { sandbox } from './sandbox.en.ts';
import { data } from './data.en.ts';
import { help } from './help.en.ts';
import { trip } from './trip.en.ts';
import { legal } from './legal.en.ts';
import { contact } from './contact.en.ts';
import { company } from './company.en.ts';
import { blog } from './blog.en.ts';
import { common } from './common.en.ts';
import { keep, update } from './keep.en.ts';
import { offline } from './offline.en.ts';

/** English, the reference: every other language has the same keys (checked by type). */
export const en = {
  errors,
  coverage,
  home,
  installation,
  phone,
  plans,
  shop,
  destination,
  devices,
  trip,
  data,
  help,
  chrome,
  checkout,
  order,
  api,
  sandbox,
  oauth,
  auth,
  profile,
  settings,
  factors,
  legal,
  contact,
  company,
  blog,
  common,
  keep,
  update,
  offline,
};
