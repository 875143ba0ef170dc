/**
 * What each map shows; boxes are [west, south, east, north] in degrees. Country crops: the names Natural Earth gives the
 * blue countries, or the box whose islands are blue (the whole island lies in it), and the box that is to fill the crop.
 * `pin`: where the place is on the world map (the capital, or the middle of an island). `within`: what the world map shows
 * as sold, where a country has parts overseas.
 */
export const COUNTRIES = {
  'united-states': { names: ['United States of America'], box: [-124, 25.5, -67.5, 48.5], pin: [-98.5, 39.5] },
  france: { names: ['France'], box: [-4.8, 41.4, 9.5, 51.1], within: [-6, 41, 10, 52], pin: [2.35, 48.86] },
  spain: { names: ['Spain'], box: [-9.3, 36, 4.3, 43.8], pin: [-3.7, 40.42] },
  egypt: { names: ['Egypt'], box: [24.7, 22, 36.9, 31.7], pin: [31.24, 30.04] },
  morocco: { names: ['Morocco'], box: [-13.2, 27.6, -1, 35.9], pin: [-6.84, 34.02] },
  namibia: { names: ['Namibia'], box: [11.7, -29, 25.3, -16.9], pin: [17.08, -22.56] },
  zanzibar: { islands: [39.1, -6.6, 40, -4.8], box: [39.1, -6.5, 39.9, -4.85], pin: [39.35, -6.14] },
  thailand: { names: ['Thailand'], box: [97.3, 5.6, 105.7, 20.5], pin: [100.5, 13.75] },
  bali: { islands: [114.35, -8.95, 115.8, -8], box: [114.4, -8.85, 115.75, -8.05], pin: [115.19, -8.5] },
  'costa-rica': { names: ['Costa Rica'], box: [-86, 8, -82.5, 11.2], pin: [-84.09, 9.93] },
  mexico: { names: ['Mexico'], box: [-117.1, 14.5, -86.7, 32.7], pin: [-99.13, 19.43] },
  belize: { names: ['Belize'], box: [-89.25, 15.85, -87.75, 18.5], pin: [-88.76, 17.25] },
};

const EUROPE = [
  'Albania', 'Andorra', 'Austria', 'Belarus', 'Belgium', 'Bosnia and Herz.', 'Bulgaria', 'Croatia', 'Cyprus', 'Czechia',
  'Denmark', 'Estonia', 'Finland', 'France', 'Germany', 'Greece', 'Guernsey', 'Hungary', 'Iceland', 'Ireland', 'Isle of Man',
  'Italy', 'Jersey', 'Kosovo', 'Latvia', 'Liechtenstein', 'Lithuania', 'Luxembourg', 'Macedonia', 'Malta', 'Moldova', 'Monaco',
  'Montenegro', 'N. Cyprus', 'Netherlands', 'Norway', 'Poland', 'Portugal', 'Romania', 'San Marino', 'Serbia', 'Slovakia',
  'Slovenia', 'Spain', 'Sweden', 'Switzerland', 'Ukraine', 'United Kingdom', 'Vatican', 'Åland', 'Faeroe Is.',
];
const AFRICA = [
  'Algeria', 'Angola', 'Benin', 'Botswana', 'Burkina Faso', 'Burundi', 'Cabo Verde', 'Cameroon', 'Central African Rep.', 'Chad',
  'Comoros', 'Congo', "Côte d'Ivoire", 'Dem. Rep. Congo', 'Djibouti', 'Egypt', 'Eq. Guinea', 'Eritrea', 'Ethiopia', 'Gabon', 'Gambia',
  'Ghana', 'Guinea', 'Guinea-Bissau', 'Kenya', 'Lesotho', 'Liberia', 'Libya', 'Madagascar', 'Malawi', 'Mali', 'Mauritania', 'Mauritius',
  'Morocco', 'Mozambique', 'Namibia', 'Niger', 'Nigeria', 'Rwanda', 'S. Sudan', 'Senegal', 'Seychelles', 'Sierra Leone', 'Somalia',
  'Somaliland', 'South Africa', 'Sudan', 'São Tomé and Principe', 'Tanzania', 'Togo', 'Tunisia', 'Uganda', 'W. Sahara', 'Zambia',
  'Zimbabwe', 'eSwatini',
];
const AMERICAS = [
  'Anguilla', 'Antigua and Barb.', 'Argentina', 'Aruba', 'Bahamas', 'Barbados', 'Belize', 'Bermuda', 'Bolivia', 'Brazil',
  'British Virgin Is.', 'Canada', 'Cayman Is.', 'Chile', 'Colombia', 'Costa Rica', 'Cuba', 'Curaçao', 'Dominica', 'Dominican Rep.',
  'Ecuador', 'El Salvador', 'Falkland Is.', 'Grenada', 'Guatemala', 'Guyana', 'Haiti', 'Honduras', 'Jamaica', 'Mexico', 'Montserrat',
  'Nicaragua', 'Panama', 'Paraguay', 'Peru', 'Puerto Rico', 'Saint Lucia', 'St-Barthélemy', 'St-Martin', 'St. Kitts and Nevis',
  'St. Pierre and Miquelon', 'St. Vin. and Gren.', 'Sint Maarten', 'Suriname', 'Trinidad and Tobago', 'Turks and Caicos Is.',
  'U.S. Virgin Is.', 'United States of America', 'Uruguay', 'Venezuela',
];
const ASIA = [
  'Afghanistan', 'Armenia', 'Azerbaijan', 'Bahrain', 'Bangladesh', 'Bhutan', 'Brunei', 'Cambodia', 'China', 'Georgia', 'Hong Kong',
  'India', 'Indonesia', 'Iran', 'Iraq', 'Israel', 'Japan', 'Jordan', 'Kazakhstan', 'Kuwait', 'Kyrgyzstan', 'Laos', 'Lebanon', 'Macao',
  'Malaysia', 'Maldives', 'Mongolia', 'Myanmar', 'Nepal', 'North Korea', 'Oman', 'Pakistan', 'Palestine', 'Philippines', 'Qatar',
  'Saudi Arabia', 'Singapore', 'South Korea', 'Sri Lanka', 'Syria', 'Taiwan', 'Tajikistan', 'Thailand', 'Timor-Leste', 'Turkey',
  'Turkmenistan', 'United Arab Emirates', 'Uzbekistan', 'Vietnam', 'Yemen', 'Siachen Glacier',
];

/**
 * Continents in the everyday sense, as pictures: which countries a plan covers is the wholesaler's to say. `mark` is the
 * box that the small silhouette shows; overseas parts outside it are left out.
 */
export const REGIONS = {
  europe: { names: EUROPE, box: [-11, 36, 32, 64], mark: [-11, 35, 41, 71.5] },
  africa: { names: AFRICA, box: [-17, -34, 51, 37], mark: [-18, -35, 52, 37.5] },
  americas: { names: AMERICAS, box: [-130, -54, -35, 62], mark: [-135, -55, -34, 72] },
  asia: { names: ASIA, box: [27, -10, 145, 53], mark: [26, -11, 146, 55.5] },
};
