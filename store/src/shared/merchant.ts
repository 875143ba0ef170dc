import * as z from 'zod';
import { eachLocale, localized } from './locale.ts';
import { isCalendarDate, isTimeZone } from './time-zone.ts';

/**
 * The operator of the store: facts about the company, from the file in `MERCHANT_FILE`. Pages omit a missing fact with
 * its sentence.
 *
 * Pages import the type only. The facts that French law demands of an online trader are in articles 1-1 and 19 of the
 * law of 21 June 2004 (LCEN) and articles L111-1, L221-5 and L616-1 of the Code de la consommation.
 */
const text = (longest: number) =>
  z.string().trim().min(1, 'must not be empty').max(longest, `must not be longer than ${longest} characters`);
const line = text(300).regex(/^[^\r\n]*$/, 'must be one line');
const email = z.string().regex(/^[^\s@<>]+@[^\s@<>]+\.[^\s@<>]+$/, 'must be an e-mail address');
const link = z.url({ protocol: /^https$/, error: 'must be an address that starts with https://' });
/** English and French are required; another language may be missing and then shows English. */
const inLanguages = (each: typeof line) =>
  z.strictObject({ ...eachLocale(() => each.optional()), en: each, fr: each }).transform(localized);

const country = z.string().regex(/^[A-Z]{2}$/, 'must be the two letters of a country, such as FR');

/**
 * Where the merchant is registered for tax, which is inside its prices. Without it sales have no line about tax.
 * docs/operations.md explains the choices.
 */
const tax = z.strictObject({
  /** The country of a buyer who states none: the merchant's own, or the one in which the plan works. */
  presumption: z.enum(['home', 'sim-country']).default('home'),
  /** Where the merchant is established. */
  home: country,
  /** `eu-oss`: all member states of the European Union. */
  territories: z.union(
    [z.literal('eu-oss'), z.array(country).max(300)],
    'must be eu-oss, or a list of countries such as ["FR", "DE"]',
  ),
  /** Also the United Kingdom. */
  gb: z.boolean().default(false),
  /** Added to the rates that come with the product; one from the same day replaces them. */
  rates: z
    .array(
      z.strictObject({
        country,
        percent: z
          .number()
          .min(0, 'must not be negative')
          .max(100, 'must not be above 100')
          .refine((percent) => Number(percent.toFixed(2)) === percent, 'must have two decimals at most'),
        from: z.string().refine(isCalendarDate, 'must be a day, such as 2027-01-01'),
      }),
    )
    .max(1_000)
    .refine(
      (rates) => new Set(rates.map((rate) => `${rate.country} ${rate.from}`)).size === rates.length,
      'must not have two rates of a country from the same day',
    )
    .default([]),
});

export const merchantSchema = z
  .strictObject({
    /** The company's registered name; the store's name is `BRAND`. */
    name: line,
    /** With the share capital where the legal form has one: "SAS au capital de 10 000 €". */
    legalForm: line,
    address: line,
    /** Register, place and number. */
    register: line,
    vatId: z.string().regex(/^[A-Z]{2}[0-9A-Z]{2,13}$/, 'must be a VAT id without blanks, such as FR12345678901'),
    /** The reason why there is no VAT id. */
    vatExemption: inLanguages(line),
    tax,
    /** The zone whose calendar counts for taxes and documents; default: UTC. */
    timeZone: z.string().refine(isTimeZone, 'must be a time zone, such as Europe/Paris'),
    email,
    phone: z
      .string()
      .regex(/^\+[1-9][\d ]{6,20}$/, 'must be a number with its country code, such as +33 1 23 45 67 89'),
    /** The person responsible for the site's content (directeur de la publication). */
    publisher: line,
    /** Name, address and telephone number of the company that hosts the site (hébergeur). */
    host: line,
    supportHours: inLanguages(line),
    /** Travellers are answered at any hour, every day. Without it no page says "24/7". */
    supportAlways: z.boolean(),
    /** Languages in which tickets are answered (ISO 639-1); default: English and French. */
    supportLanguages: z
      .array(z.string().regex(/^[a-z]{2}$/, 'must be a code of a language, such as de'))
      .min(1, 'must name one at least')
      .refine((codes) => new Set(codes).size === codes.length, 'must not name a language twice'),
    /** Supervisory authorities of the trade. */
    supervisors: z.array(z.strictObject({ name: line, url: link })).min(1, 'must name one at least'),
    /** The consumer mediator that the company belongs to (médiateur de la consommation). */
    mediator: z.strictObject({ name: line, address: line, url: link }),
    /** The company's status under telecommunications law, in its own words. */
    telecomsStatus: inLanguages(text(600)),
    /** For questions about personal data; default: `email`. */
    privacyEmail: email,
    pressEmail: email,
    jobsEmail: email,
    jobs: z.array(
      z.strictObject({
        title: inLanguages(line),
        place: inLanguages(line),
        description: inLanguages(text(4_000)),
        url: link.optional(),
      }),
    ),
    social: z.strictObject({ facebook: link, instagram: link, twitter: link, youtube: link, linkedin: link }).partial(),
  })
  .partial();

export type Merchant = z.infer<typeof merchantSchema>;
