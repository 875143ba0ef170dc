import * as z from 'zod';
import { WANTS } from '../../../shared/connection/about.ts';
import { eachLocale } from '../../../shared/locale.ts';
import { MoneyView, OrderView, Unlimited } from '../../../shared/views.ts';
import { ReportConnection } from '../requests.ts';
import { body, describeRoute, failures, json } from './describe.ts';

const tags = ['orders'];
const path = '/orders/{orderId}/lines/{line}/connection' as const;
const params = z.object({ orderId: z.string(), line: z.string() });
const Localized = z.strictObject(eachLocale(() => z.string()));

const AboutLine = z.strictObject({
  country: z.strictObject({ code: z.string(), name: Localized }).nullable(),
  covered: z.boolean().nullable(),
  networks: z.array(z.string()),
  plansThere: z.array(
    z.strictObject({
      id: z.string(),
      offerSlug: z.string(),
      name: Localized,
      dataMb: z.int(),
      unlimited: Unlimited,
      days: z.int(),
      price: MoneyView,
      place: z.strictObject({ kind: z.literal('local'), slug: z.string() }),
    }),
  ),
  reportsProfile: z.boolean(),
  tickets: z.array(z.strictObject({ number: z.string(), at: z.iso.datetime(), wants: z.enum(WANTS) })),
});

const Places = z.strictObject({
  countries: z.strictObject(eachLocale(() => z.array(z.strictObject({ code: z.string(), name: z.string() })))),
  chosen: z.string(),
  byZone: z.boolean(),
  hasZone: z.boolean(),
  problem: z.enum(['unknownCountry', 'unknownZone']).nullable(),
});

export const connection = {
  show: describeRoute({
    method: 'get',
    path,
    tags,
    summary: 'What is known about the connection of the eSIM of a line (numbered from 1), in a country or time zone',
    request: {
      params,
      query: z.object({ country: z.string().max(64).optional(), zone: z.string().max(64).optional() }),
    },
    responses: {
      200: json(
        z.object({ order: OrderView, about: AboutLine, places: Places, now: z.int() }),
        'The order, what is known, the countries, and the time of the server in milliseconds.',
      ),
      ...failures,
    },
  }),
  report: describeRoute({
    method: 'post',
    path,
    tags,
    summary: 'Open a ticket about the connection of an eSIM, with what was tried; the same search again opens none',
    request: { params, ...body(ReportConnection) },
    responses: { 201: json(z.object({}), 'Opened: the next reading names it.'), ...failures },
  }),
};
