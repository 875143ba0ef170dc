import { lazy } from '../shared/lazy.ts';
import { type Localized, localized } from '../shared/locale.ts';
import { cutQuery, wordsOf } from '../shared/finding/fold.ts';
import { placeWords } from './spellings.ts';

/** A place without plans, with the destinations around it or on the usual route. */
export type UncoveredPlace = { name: Localized; near: readonly string[] };

const place = (en: string, fr: string, near: string, ...others: string[]) => ({
  name: localized({ en, fr }),
  names: [en, fr, ...others],
  near: near.split(' '),
});

/** Places that travellers search in vain. One that gets plans is found as a destination before this list is used. */
const PLACES = [
  place('Antarctica', 'Antarctique', 'argentina chile south-africa new-zealand'),
  place('Afghanistan', 'Afghanistan', 'pakistan tajikistan uzbekistan', 'Kabul', 'Kaboul'),
  place('American Samoa', 'Samoa américaines', 'samoa fiji tonga'),
  place('Burundi', 'Burundi', 'rwanda tanzania dr-congo'),
  place('Central African Republic', 'République centrafricaine', 'cameroon congo dr-congo', 'Centrafrique'),
  place('Chad', 'Tchad', 'cameroon niger nigeria'),
  place('Comoros', 'Comores', 'mayotte madagascar tanzania'),
  place('Cook Islands', 'Îles Cook', 'french-polynesia new-zealand fiji'),
  place('Cuba', 'Cuba', 'mexico dominican-republic jamaica united-states', 'Havana', 'La Havane', 'Varadero'),
  place('Djibouti', 'Djibouti', 'ethiopia kenya egypt'),
  place('Equatorial Guinea', 'Guinée équatoriale', 'cameroon gabon nigeria'),
  place('Eritrea', 'Érythrée', 'ethiopia egypt saudi-arabia'),
  place('Falkland Islands', 'Îles Malouines', 'argentina chile uruguay', 'Malouines', 'Falklands'),
  place('Guinea-Bissau', 'Guinée-Bissau', 'senegal guinea gambia'),
  place('Iran', 'Iran', 'turkey united-arab-emirates armenia azerbaijan', 'Tehran', 'Téhéran'),
  place('Kiribati', 'Kiribati', 'fiji samoa guam'),
  place('Libya', 'Libye', 'tunisia egypt malta algeria', 'Tripoli'),
  place('Marshall Islands', 'Îles Marshall', 'guam fiji'),
  place('Mauritania', 'Mauritanie', 'morocco senegal mali', 'Nouakchott'),
  place('Micronesia', 'Micronésie', 'guam philippines'),
  place('Montserrat', 'Montserrat', 'antigua-and-barbuda guadeloupe saint-kitts-and-nevis'),
  place('Nauru', 'Nauru', 'fiji australia'),
  place('Niue', 'Niue', 'samoa tonga new-zealand'),
  place('North Korea', 'Corée du Nord', 'south-korea china japan', 'DPRK', 'Pyongyang'),
  place('Northern Mariana Islands', 'Îles Mariannes du Nord', 'guam philippines japan', 'Saipan'),
  place('Palau', 'Palaos', 'philippines guam indonesia'),
  place('Saint Helena', 'Sainte-Hélène', 'south-africa namibia'),
  place('Saint Pierre and Miquelon', 'Saint-Pierre-et-Miquelon', 'canada france'),
  place('São Tomé and Príncipe', 'Sao Tomé-et-Principe', 'gabon cameroon nigeria'),
  place('Solomon Islands', 'Îles Salomon', 'papua-new-guinea vanuatu fiji'),
  place('Somalia', 'Somalie', 'kenya ethiopia', 'Mogadishu', 'Mogadiscio'),
  place('South Sudan', 'Soudan du Sud', 'uganda kenya ethiopia'),
  place('Sudan', 'Soudan', 'egypt ethiopia saudi-arabia', 'Khartoum'),
  place('Syria', 'Syrie', 'lebanon jordan turkey iraq', 'Damascus', 'Damas'),
  place('Timor-Leste', 'Timor oriental', 'indonesia bali australia', 'East Timor'),
  place('Turkmenistan', 'Turkménistan', 'uzbekistan kazakhstan azerbaijan'),
  place('Tuvalu', 'Tuvalu', 'fiji samoa'),
  place('Venezuela', 'Venezuela', 'colombia brazil aruba curacao', 'Caracas'),
  place('Wallis and Futuna', 'Wallis-et-Futuna', 'fiji new-caledonia samoa', 'Wallis'),
  place('Western Sahara', 'Sahara occidental', 'morocco algeria senegal'),
  place('Yemen', 'Yémen', 'oman saudi-arabia', 'Sanaa'),
];

/** The places by their normalised names. Normalising costs more than the rest of the search. */
const byName = lazy(() => new Map(PLACES.flatMap((place) => place.names.map((name) => [keyOf(wordsOf(name)), place]))));

/** Names with the same letters are equal, whatever the spaces. */
const keyOf = (words: readonly string[]) => words.join('');

/** The place without plans whose complete name is the query; undefined: none. */
export function findUncovered(query: string): UncoveredPlace | undefined {
  const found = byName().get(keyOf(placeWords(cutQuery(query))));
  return found && { name: found.name, near: found.near };
}
