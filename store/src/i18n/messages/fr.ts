import type { Same } from '../same.ts';
import { auth } from './auth.fr.ts';
import { chrome } from './chrome.fr.ts';
import { coverage } from './coverage.fr.ts';
import { destination } from './destination.fr.ts';
import { devices } from './devices.fr.ts';
import { home } from './home.fr.ts';
import { installation } from './installation.fr.ts';
import { phone } from './phone.fr.ts';
import { plans } from './plans.fr.ts';
import { shop } from './shop.fr.ts';
import { factors } from './factors.fr.ts';
import { errors } from './errors.fr.ts';
import { profile } from './profile.fr.ts';
import { settings } from './settings.fr.ts';
import { checkout } from './checkout.fr.ts';
import { order } from './order.fr.ts';
import { api } from './api.fr.ts';
import { oauth } from './oauth.fr.ts';
import { sandbox } from './sandbox.fr.ts';
import { data } from './data.fr.ts';
import { help } from './help.fr.ts';
import { trip } from './trip.fr.ts';
import { legal } from './legal.fr.ts';
import { contact } from './contact.fr.ts';
import { company } from './company.fr.ts';
import { blog } from './blog.fr.ts';
import { common } from './common.fr.ts';
import { keep, update } from './keep.fr.ts';
import { offline } from './offline.fr.ts';
import type { en } from './en.ts';

export const fr = {
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
} satisfies Same<typeof en>;
