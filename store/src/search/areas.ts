/** A part of the world with a common name that is not a destination itself. */
type Area = { names: readonly string[]; region?: string; codes?: readonly string[] };

const codes = (list: string) => list.split(' ');

export const AREAS: readonly Area[] = [
  { names: ['Europe'], region: 'europe' },
  { names: ['Africa', 'Afrique'], region: 'africa' },
  { names: ['Americas', 'Amériques', 'America', 'Amérique'], region: 'americas' },
  { names: ['Asia', 'Asie'], region: 'asia' },
  { names: ['Middle East', 'Moyen-Orient', 'Proche-Orient'], region: 'middle-east' },
  { names: ['Oceania', 'Océanie', 'Pacific', 'Pacifique'], region: 'oceania' },
  { names: ['Persian Gulf', 'Golfe Persique', 'Gulf States', 'Pays du Golfe'], codes: codes('AE SA QA KW BH OM') },
  { names: ['Scandinavia', 'Scandinavie'], codes: codes('NO SE DK') },
  { names: ['Nordic countries', 'Pays nordiques', 'Nordics'], codes: codes('NO SE DK FI IS') },
  { names: ['Baltic states', 'Pays baltes', 'Baltics'], codes: codes('EE LV LT') },
  { names: ['Balkans'], codes: codes('HR AL BA BG XK ME MK RS SI') },
  { names: ['Benelux'], codes: codes('NL BE LU') },
  { names: ['Alps', 'Alpes'], codes: codes('FR CH AT IT') },
  { names: ['Iberian Peninsula', 'Péninsule Ibérique', 'Iberia'], codes: codes('ES PT') },
  { names: ['Caucasus', 'Caucase'], codes: codes('GE AM AZ') },
  { names: ['Maghreb'], codes: codes('MA TN DZ LY MR') },
  { names: ['East Africa', 'Afrique de l’Est'], codes: codes('KE TZ UG RW ET') },
  { names: ['West Africa', 'Afrique de l’Ouest'], codes: codes('SN CI GH NG BJ TG ML BF GM GN SL LR') },
  { names: ['Southern Africa', 'Afrique australe'], codes: codes('NA ZA BW ZW ZM MZ LS SZ') },
  { names: ['Southeast Asia', 'Asie du Sud-Est'], codes: codes('TH ID VN SG MY PH KH LA MM BN TL') },
  { names: ['Indochina', 'Indochine'], codes: codes('VN KH LA') },
  { names: ['Central Asia', 'Asie centrale'], codes: codes('KZ UZ KG TJ') },
  { names: ['North America', 'Amérique du Nord'], codes: codes('US MX CA') },
  { names: ['Central America', 'Amérique centrale'], codes: codes('CR BZ GT PA HN NI SV') },
  { names: ['South America', 'Amérique du Sud'], codes: codes('BR AR PE CO CL EC BO UY PY VE GY SR GF') },
  {
    names: ['Caribbean', 'Caraïbes', 'Antilles', 'West Indies'],
    codes: codes('DO AI AG AW BB BQ BS CU CW DM GD GP HT JM KN KY LC MF MQ PR BL SX TC TT VC VG VI'),
  },
  { names: ['Polynesia', 'Polynésie'], codes: codes('PF WS TO CK') },
  { names: ['Mediterranean', 'Méditerranée'], codes: codes('FR ES IT GR TR HR MT CY') },
];
