import type { PlaceForms } from '../place-forms.ts';

/** The places that English writes with an article. */
export const placeForms: PlaceForms = {
  forms: ['the'],
  places: [
    {
      before: ['the '],
      names:
        'Americas|Bahamas|British Virgin Islands|Caribbean Netherlands|Cayman Islands|Cook Islands|Dominican Republic|' +
        'DR Congo|Faroe Islands|Gambia|Global=whole world|Isle of Man|Maldives|Netherlands|Northern Mariana Islands|' +
        'Philippines|Republic of the Congo|Seychelles|Turks and Caicos Islands|United Arab Emirates|United Kingdom|' +
        'United States|US Virgin Islands',
    },
  ],
};
