import { distance } from '../shared/edit-distance.ts';
import { VARIABLES } from './variables.ts';

/** Families of this product alone: every unknown name in them is an error. Test variables are not part of it. */
const OURS = /^(CAIRN_(?!TEST_)|(BLOCKING|CAPTCHA|ESIM|FULFILMENT|LIMIT|RECONCILE|SWEEP|WHOLESALE)_)/;
/**
 * Families whose names a platform or a library defines, and which are never checked: their own lists are longer than
 * ours (OTEL_*, NODE_*), or the word is too common (PORT, HOST).
 */
const FOREIGN = /^(NODE|OTEL|PG[A-Z]*|PORT|HOST)(_|$)/;
/**
 * What container platforms add for each service beside the store ("service links"): a service named `cairn` sets
 * CAIRN_SERVICE_HOST, CAIRN_SERVICE_PORT_HTTP, CAIRN_PORT and CAIRN_PORT_3000_TCP_ADDR.
 */
const SERVICE_LINK = /_SERVICE_(HOST|PORT(_\w+)?)$|_PORT_\d+_(TCP|UDP|SCTP)(_(ADDR|PORT|PROTO))?$/;
const SERVICE_ADDRESS = /^(tcp|udp|sctp):\/\//;

/** A misspelling has one slip in six letters, at most two: short names of other programs resemble ours by chance. */
const LETTERS_PER_SLIP = 6;
const MAX_SLIPS = 2;
/** What the nearest name may cost (see `effort`) to be suggested. */
const MAX_EFFORT = 3;

/** Variables that are set but unknown, one sentence each. Values are not repeated: they may be secrets. */
export function findMisspelt(env: Record<string, string | undefined>): string[] {
  const names = Object.keys(VARIABLES);
  const families = new Set(names.filter((name) => name.includes('_') && !FOREIGN.test(name)).map(familyOf));
  return Object.keys(env)
    .filter((name) => env[name]?.trim() && !Object.hasOwn(VARIABLES, name) && !isServiceLink(name, env[name]))
    .flatMap((name) => {
      if (OURS.test(name)) return [fault(name, nearest(name, names))];
      // Other programs may use the family as well: only a name that is nearly one of ours is an error.
      if (!families.has(familyOf(name))) return [];
      const meant = names.find((known) => isSlipOf(known, name));
      return meant === undefined ? [] : [fault(name, meant)];
    });
}

const fault = (name: string, meant: string | undefined) =>
  `${name}: there is no such variable${meant === undefined ? '' : ` (did you mean ${meant}?)`}`;

const familyOf = (name: string) => name.slice(0, name.indexOf('_') + 1);

const isServiceLink = (name: string, value = '') => SERVICE_LINK.test(name) || SERVICE_ADDRESS.test(value.trim());

/** True for a few wrong or swapped letters, and for a word in the singular instead of the plural or the reverse. */
function isSlipOf(known: string, name: string): boolean {
  const slips = Math.min(MAX_SLIPS, Math.floor(known.length / LETTERS_PER_SLIP));
  return (
    distance(name, known, 1) <= slips ||
    singular(name) === singular(known) ||
    sortedLetters(name) === sortedLetters(known)
  );
}

const sortedLetters = (name: string) => [...name].sort().join('');

const singular = (name: string) => name.replaceAll(/IES(?=_|$)/g, 'Y').replaceAll(/S(?=_|$)/g, '');

/** The name of ours that takes the least effort to reach; undefined when none is near. */
function nearest(name: string, names: string[]): string | undefined {
  const efforts = names.map((known) => ({ known, effort: effort(name, known) }));
  return efforts.filter((each) => each.effort <= MAX_EFFORT).sort((a, b) => a.effort - b.effort)[0]?.known;
}

/** Letters that the given name lacks count a quarter: a shortened name (LIMIT_SIGNUPS) means the long one. */
const effort = (name: string, known: string) => distance(name, known, 0.25);
