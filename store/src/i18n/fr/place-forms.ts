import type { PlaceForms } from '../place-forms.ts';

/** Every place of the catalogue; a test compares them. */
export const placeForms: PlaceForms = {
  forms: ['le', 'en', 'de'],
  places: [
    {
      before: ['le ', 'au ', 'du '],
      names:
        'Bangladesh|Belize|Bénin|Bhoutan|Botswana|Brésil|Brunei|Burkina Faso|Cambodge|Cameroun|Canada|Cap-Vert|Chili|' +
        'Congo-Brazzaville|Costa Rica|Danemark|Gabon|Ghana|Groenland|Guatemala|Guyana|Honduras|Japon|Kazakhstan|Kenya|' +
        'Kirghizstan|Kosovo|Koweït|Laos|Lesotho|Liban|Liberia|Liechtenstein|Luxembourg|Malawi|Mali|Maroc|Mexique|' +
        'Monténégro|Mozambique|Népal|Nicaragua|Niger|Nigeria|Pakistan|Panama|Paraguay|Pérou|Portugal|Qatar|' +
        'Royaume-Uni|Rwanda|Salvador|Sénégal|Soudan|Sri Lanka|Suriname|Tadjikistan|Tchad|Timor oriental|Togo|Vanuatu|' +
        'Vatican|Venezuela|Vietnam|Zimbabwe',
    },
    {
      before: ['la ', 'en ', 'de la '],
      names:
        'Belgique|Biélorussie|Birmanie|Bolivie|Bosnie-Herzégovine|Bulgarie|Chine|Colombie|Corée du Sud|Côte d’Ivoire|' +
        'Croatie|Finlande|France|Gambie|Géorgie|Grèce|Guadeloupe|Guinée|Guinée équatoriale|Guinée-Bissau|' +
        'Guyane française|Hongrie|Jamaïque|Jordanie|Lettonie|Libye|Lituanie|Macédoine du Nord|Malaisie|Martinique|' +
        'Mauritanie|Moldavie|Mongolie|Namibie|Norvège|Nouvelle-Calédonie|Nouvelle-Zélande|Palestine|' +
        'Papouasie-Nouvelle-Guinée|Pologne|Polynésie française|RD Congo|République dominicaine|Roumanie|Russie|Serbie|' +
        'Sierra Leone|Slovaquie|Slovénie|Suède|Suisse|Tanzanie|Tchéquie|Thaïlande|Tunisie|Turquie|Zambie',
    },
    { before: ['la ', 'à la ', 'de la '], names: 'Barbade|Dominique|Grenade' },
    {
      before: ['l’', 'en ', 'de l’'],
      names:
        'Afghanistan|Afrique|Afrique du Sud|Albanie|Algérie|Allemagne|Angola|Arabie saoudite|Argentine|Arménie|Asie|' +
        'Australie|Autriche|Azerbaïdjan|Égypte|Équateur|Espagne|Estonie|Eswatini|Éthiopie|Europe|Inde|Indonésie|Irak|' +
        'Iran|Irlande|Islande|Italie|Ouganda|Ouzbékistan|Ukraine|Uruguay',
    },
    { before: ['l’', 'à l’', 'de l’'], names: 'Île de Man=île de Man|Île Maurice=île Maurice' },
    {
      before: ['les ', 'aux ', 'des '],
      names:
        'Bahamas|Bermudes|Émirats arabes unis|États-Unis|Fidji|Îles Caïmans=îles Caïmans|Îles Cook=îles Cook|' +
        'Îles Féroé=îles Féroé|Îles Mariannes du Nord=îles Mariannes du Nord|' +
        'Îles Turques-et-Caïques=îles Turques-et-Caïques|Îles Vierges américaines=îles Vierges américaines|' +
        'Îles Vierges britanniques=îles Vierges britanniques|Maldives|Palaos|Pays-Bas|Pays-Bas caribéens|Philippines|' +
        'Samoa|Seychelles|Tonga',
    },
    { before: ['les ', 'dans les ', 'des '], names: 'Amériques' },
    { before: ['le ', 'dans le ', 'du '], names: 'Monde=monde entier' },
    { before: ['', 'en ', 'd’'], names: 'Andorre|Haïti|Israël' },
    { before: ['', 'à ', 'd’'], names: 'Anguilla|Antigua-et-Barbuda|Aruba|Oman' },
    {
      before: ['', 'à ', 'de '],
      names:
        'Bahreïn|Bali|Chypre|Cuba|Curaçao|Djibouti|Gibraltar|Guam|Guernesey|Hong Kong|Jersey|La Réunion|Macao|' +
        'Madagascar|Malte|Mayotte|Monaco|Porto Rico|Saint-Barthélemy|Saint-Kitts-et-Nevis|Saint-Marin|Saint-Martin|' +
        'Saint-Vincent-et-les-Grenadines|Sainte-Lucie|Singapour|Sint Maarten|Taïwan|Trinité-et-Tobago|Zanzibar',
    },
  ],
};
