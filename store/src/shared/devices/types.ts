/** Whether a model supports eSIM: `depends` on the country or the operator that sold it. */
export type Answer = 'yes' | 'depends' | 'no';

/** Places of sale for which the answer differs: ISO 3166-1 alpha-2. */
export const SALE_PLACES = [
  'AU',
  'BH',
  'CA',
  'CN',
  'GU',
  'HK',
  'JP',
  'KR',
  'KW',
  'MO',
  'MX',
  'OM',
  'QA',
  'SA',
  'TW',
  'AE',
  'US',
  'VI',
] as const;
export type SalePlace = (typeof SALE_PLACES)[number];

/** Additional notes about a model; their text is in `devices.notes`. */
export const DEVICE_NOTES = [
  'cellular-only',
  'fi-only',
  'galaxy-firmware',
  'install-outside-china',
  'japan-only',
  'laptop',
  'operator-pixel',
  'southeast-asia',
] as const;
export type DeviceNote = (typeof DEVICE_NOTES)[number];

/** True when it also has a slot for a SIM card; null: our sources do not state it. */
export type SimSlot = boolean | null;

/** A different answer for models that were sold in some places. */
export type SaleException = {
  places: readonly SalePlace[];
  esim: Answer;
  simSlot?: boolean | undefined;
  note?: DeviceNote | undefined;
};

export type DeviceModel = {
  /** The maker's spelling, without the maker's name. */
  name: string;
  aliases?: readonly string[] | undefined;
  /** Prefixes of its model numbers: `SM-G991` of `SM-G991B`. */
  codes?: readonly string[] | undefined;
};

/** Models of one maker with the same answer. */
export type DeviceFamily = {
  id: string;
  maker: string;
  kind: 'phone' | 'tablet' | 'laptop';
  models: readonly DeviceModel[];
  esim: Answer;
  simSlot: SimSlot;
  exceptions: readonly SaleException[];
  note?: DeviceNote | undefined;
  /**
   * `page`: the source was read and confirms it. `notes`: research notes confirm it and name the source; such a row is
   * never a yes.
   */
  checked: 'page' | 'notes';
  source: string;
  /** The day on which the source was read, as `2026-11-22`. */
  readAt: string;
};

/** A model on the wholesaler's list of compatible devices. */
export type ListedDevice = { maker: string; name: string };

/** All device data. `listed`: the wholesaler's list, empty without one. */
export type DeviceIndex = {
  families: readonly DeviceFamily[];
  listed: readonly ListedDevice[];
  /** When the wholesaler's list was read, as an ISO instant. */
  listedAt: string | null;
};

/** One model. Without a family it is only on the wholesaler's list. */
export type Device = { maker: string; name: string; family: DeviceFamily | null; isListed: boolean };
