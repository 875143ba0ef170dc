import {
  type Answer,
  type Device,
  type DeviceFamily,
  type DeviceNote,
  SALE_PLACES,
  type SalePlace,
  type SimSlot,
} from './types.ts';

/** Where it was bought: a place that changes some answers, any other country, or unknown. */
export type BoughtIn = SalePlace | 'other' | null;

/** Parses a place of sale from a URL or a form. */
export function readBoughtIn(value: string | null): BoughtIn {
  if (value === 'other') return value;
  return SALE_PLACES.find((place) => place === value) ?? null;
}

/** `no`: places whose models have no eSIM; `depends`: places where only some of them have one. */
type Exceptions = { no: readonly SalePlace[]; depends: readonly SalePlace[] };

/**
 * The answer for one model. `yes-unless`: yes, except for models sold in the places of `unless`. `listed`: only the
 * wholesaler's list of compatible devices has it, without a place of sale.
 */
export type Verdict = {
  kind: Answer | 'yes-unless' | 'listed';
  simSlot: SimSlot;
  unless: Exceptions;
  notes: readonly DeviceNote[];
};

const NOWHERE: Exceptions = { no: [], depends: [] };

/** Answers yes only where a source that was read confirms it, for a given place or for all of them. */
export function verdictOn({ family }: Pick<Device, 'family'>, boughtIn: BoughtIn): Verdict {
  if (family === null) return { kind: 'listed', simSlot: null, unless: NOWHERE, notes: [] };
  const notes = family.note === undefined ? [] : [family.note];
  const exception = family.exceptions.find(({ places }) => places.some((place) => place === boughtIn));
  if (exception !== undefined)
    return {
      kind: exception.esim,
      simSlot: exception.simSlot ?? family.simSlot,
      unless: NOWHERE,
      notes: exception.note === undefined ? notes : [...notes, exception.note],
    };
  const unless = boughtIn === null && family.esim === 'yes' ? exceptionsOf(family) : NOWHERE;
  const isEverywhere = unless.no.length + unless.depends.length === 0;
  return {
    kind: family.esim === 'yes' && !isEverywhere ? 'yes-unless' : family.esim,
    simSlot: boughtIn === null && hasBothKinds(family) ? null : family.simSlot,
    unless,
    notes,
  };
}

/** The places whose models may have no eSIM. */
export function exceptionsOf({ exceptions }: DeviceFamily): Exceptions {
  const placesWith = (answer: Answer) => exceptions.flatMap(({ esim, places }) => (esim === answer ? places : []));
  return { no: placesWith('no'), depends: placesWith('depends') };
}

/** True when it has a card slot in some places of sale and none in others. */
const hasBothKinds = ({ simSlot, exceptions }: DeviceFamily): boolean =>
  exceptions.some(({ esim, simSlot: there = simSlot }) => esim === 'yes' && there !== simSlot);
