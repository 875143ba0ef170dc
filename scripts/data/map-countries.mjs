/**
 * Assigns the shapes of Natural Earth to countries (ISO code), and defines the box in degrees, [west, south, east,
 * north], of each country's map. A country's shape is the one with its CLDR name, unless it is listed here.
 */
import { readFileSync } from 'node:fs';
import { contains } from './map-grid.mjs';

/** Natural Earth's names. Parts with a shape of their own belong to the country whose networks serve them. */
const NAMES = {
  AG: ['Antigua and Barb.'],
  BA: ['Bosnia and Herz.'],
  BL: ['St-Barthélemy'],
  CD: ['Dem. Rep. Congo'],
  CG: ['Congo'],
  CI: ["Côte d'Ivoire"],
  CK: ['Cook Is.'],
  CV: ['Cabo Verde'],
  CY: ['Cyprus', 'N. Cyprus', 'Cyprus U.N. Buffer Zone', 'Akrotiri', 'Dhekelia'],
  DO: ['Dominican Rep.'],
  FI: ['Finland', 'Åland'],
  FO: ['Faeroe Is.'],
  GQ: ['Eq. Guinea'],
  HK: ['Hong Kong'],
  KN: ['St. Kitts and Nevis'],
  KY: ['Cayman Is.'],
  KZ: ['Kazakhstan', 'Baikonur'],
  LC: ['Saint Lucia'],
  MF: ['St-Martin'],
  MK: ['Macedonia'],
  MM: ['Myanmar'],
  MO: ['Macao'],
  MP: ['N. Mariana Is.'],
  PF: ['Fr. Polynesia'],
  PS: ['Palestine'],
  SZ: ['eSwatini'],
  TC: ['Turks and Caicos Is.'],
  TR: ['Turkey'],
  TT: ['Trinidad and Tobago'],
  US: ['United States of America'],
  VA: ['Vatican'],
  VC: ['St. Vin. and Gren.'],
  VG: ['British Virgin Is.'],
  VI: ['U.S. Virgin Is.'],
};

/** Places that Natural Earth includes in another country's shape. */
const PARTS = {
  BQ: { of: 'NL', box: [-69, 11.5, -62, 18] },
  GF: { of: 'FR', box: [-55, 1.5, -51, 6.5] },
  GP: { of: 'FR', box: [-62, 15.7, -60.8, 16.7] },
  MQ: { of: 'FR', box: [-61.4, 14.2, -60.6, 15] },
  RE: { of: 'FR', box: [55, -21.6, 56, -20.7] },
  YT: { of: 'FR', box: [44.8, -13.2, 45.5, -12.5] },
};

/** Crops for countries where the box around the main islands is not what a traveller expects. */
const BOXES = {
  AU: [113, -39.5, 154, -10.5],
  BQ: [-68.45, 12, -68.15, 12.35],
  CA: [-135, 42, -55, 68],
  CK: [-159.9, -21.35, -159.65, -21.15],
  CL: [-76, -55.5, -66, -17.5],
  EC: [-81.2, -5, -75.2, 1.5],
  FJ: [176.9, -19.2, 180.3, -16],
  GL: [-56, 59.7, -22, 83],
  JP: [129, 30.5, 146, 45.5],
  MP: [144.9, 14, 145.9, 15.4],
  MU: [57.25, -20.6, 57.85, -19.95],
  MY: [99.5, 0.8, 119.3, 7.4],
  NO: [4.5, 57.9, 31, 71.2],
  NZ: [166.3, -47.4, 178.6, -34.3],
  PF: [-152, -18, -148.9, -16.3],
  RU: [28, 42, 178, 74],
  VA: [10.9, 41, 14.1, 42.8],
  SC: [55.2, -4.85, 56, -4.25],
  UA: [22, 45.2, 40.2, 52.4],
};

/** The minimum size of a crop in degrees, which shows some coast or neighbours around the smallest places. */
const LEAST = 0.06;
/** Islands smaller than this share of the largest one do not widen the crop. */
const MINOR = 0.04;

const { regions } = JSON.parse(
  readFileSync(new URL('../../store/data/catalogue/places.json', import.meta.url), 'utf8'),
);
/** Every covered place. */
export const CODES = Object.values(regions).flat().sort();
const english = new Intl.DisplayNames('en', { type: 'region' });
const codeByName = new Map(CODES.flatMap((code) => (NAMES[code] ?? [english.of(code)]).map((name) => [name, code])));

/** All other land. */
export const OTHER = 'ZZ';

/** The code of the country whose shape contains a point. */
export function codeOf(shape, [lon, lat]) {
  const code = codeByName.get(shape.name) ?? OTHER;
  const part = Object.entries(PARTS).find(
    ([
      ,
      {
        of,
        box: [west, south, east, north],
      },
    ]) => of === code && lon >= west && lon <= east && lat >= south && lat <= north,
  );
  return part ? part[0] : code;
}

const middleOf = ([west, south, east, north]) => [(west + east) / 2, (south + north) / 2];
const areaOf = ([west, south, east, north]) =>
  (east - west) * (north - south) * Math.cos((((south + north) / 2) * Math.PI) / 180);

/** The polygons of a country, largest first, by the area of their bounds. */
export function polygonsOf(shapes, code) {
  return shapes
    .flatMap((shape) => shape.polygons.map((polygon) => ({ shape, polygon })))
    .filter(({ shape, polygon }) => codeOf(shape, middleOf(polygon.bounds)) === code)
    .map(({ polygon }) => polygon)
    .sort((a, b) => areaOf(b.bounds) - areaOf(a.bounds));
}

/** A point inside the polygon, near its middle. */
export function insideOf(polygon) {
  const [west, south, east, north] = polygon.bounds;
  const middle = middleOf(polygon.bounds);
  if (contains(polygon, middle)) return middle;
  const steps = Array.from({ length: 15 }, (_, i) => (i + 1) / 16);
  const grid = steps.flatMap((v) => steps.map((u) => [west + u * (east - west), south + v * (north - south)]));
  const far = ([lon, lat]) => Math.hypot(lon - middle[0], lat - middle[1]);
  return grid.filter((place) => contains(polygon, place)).sort((a, b) => far(a) - far(b))[0] ?? middle;
}

/** The box that a country's map shows. */
export function boxOf(shapes, code) {
  if (BOXES[code]) return BOXES[code];
  const polygons = polygonsOf(shapes, code);
  const main = polygons.filter(({ bounds }) => areaOf(bounds) >= MINOR * areaOf(polygons[0].bounds));
  const edge = (i, pick) => pick(...main.map(({ bounds }) => bounds[i]));
  const [west, south, east, north] = [edge(0, Math.min), edge(1, Math.min), edge(2, Math.max), edge(3, Math.max)];
  const [x, y] = middleOf([west, south, east, north]);
  const half = (length) => Math.max(length, LEAST) / 2;
  return [x - half(east - west), y - half(north - south), x + half(east - west), y + half(north - south)];
}
