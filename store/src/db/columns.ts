import { customType, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { localized, type Localized } from '../shared/locale.ts';
import type { Currency } from '../shared/money.ts';

/** A time in UTC; the driver returns it as a `Date`. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

/** Primary key: a UUIDv7 made by the application (`src/shared/ids.ts`). */
export const id = () => uuid('id').primaryKey();

/** The letters of a currency; amounts of the row without a currency of their own are in it. */
export const currencyCode = (name: string) => text(name).$type<Currency>();

/**
 * A text in each language. Rows keep the languages with which they were written; languages added later show English.
 */
export const localizedText = customType<{ data: Localized; driverData: Localized | string }>({
  dataType: () => 'jsonb',
  toDriver: (text) => JSON.stringify(text),
  fromDriver: (text) => localized(text as Localized),
});
