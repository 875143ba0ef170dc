import type { Same } from '../same.ts';
import type { blog as english } from '../en/blog.ts';

export const blog = {
  title: 'Rester connecté à l’étranger',
  short: 'Blog',
  description:
    'Des articles utiles au voyageur\u00a0: combien de données il faut, les réglages d’itinérance, les téléphones verrouillés, la 5G, les forfaits régionaux et les pannes.',
  topics: {
    label: 'Thèmes',
    all: 'Tous',
    choosing: 'Choisir un forfait',
    phone: 'Votre téléphone',
    networks: 'Les réseaux',
    abroad: 'Sur place',
  },
  topicTitle: {
    choosing: 'Bien choisir son forfait',
    phone: 'Préparer son téléphone',
    networks: 'Comprendre les réseaux',
    abroad: 'Se débrouiller sur place',
  },
  topicDescription: {
    choosing:
      'Combien de données consomme un voyage, et ce qui revient moins cher\u00a0: une eSIM régionale ou une par pays.',
    phone: 'Téléphones verrouillés, deux SIM dans un téléphone, et les réglages qui décident de la facture.',
    networks: 'Ce que veut dire 5G sur un forfait, et par où vos données rejoignent Internet.',
    abroad: 'Que faire, étape par étape, quand l’eSIM ne se connecte pas à l’arrivée.',
  },
  feed: 'Flux RSS',
  minutes_one: '{{count}}\u00a0minute',
  minutes_other: '{{count}}\u00a0minutes',
  updated: 'Mis à jour le {{date}}',
  contents: 'Sur cette page',
  sources: 'Sources',
  newTab: 'nouvel onglet',
  thisLanguage: 'Lire en français',
  notTranslated: 'Cet article n’est pas encore traduit.',
  breadcrumb: 'Fil d’Ariane',
  prices: {
    caption: 'Les prix du jour, à volume égal',
    size: 'Volume',
    none: 'Pas en vente',
    more: '+\u00a0{{price}}',
    note: 'Prix du catalogue, en dollars américains. Sous le prix\u00a0: l’écart avec le forfait d’un seul pays.',
  },
  rates: {
    caption: 'Ce que consomme une heure',
    activity: 'Une heure de',
    rate: 'Débit',
    volume: 'Données',
  },
  habits: {
    caption: 'Trois habitudes, en minutes par jour, et les données qu’il leur faut pour {{days}}',
    who: 'Habitude',
    day: 'Par jour',
    trip: '{{days}}',
    light: 'Cartes, messages, un œil sur l’actualité',
    lightMinutes: '60\u00a0min de cartes, 60 de messages, 30 de réseaux sociaux',
    calls: 'Pareil, plus un appel vidéo à la famille',
    callsMinutes: '15\u00a0min d’appel vidéo en plus',
    films: 'Pareil, plus un film le soir',
    filmsMinutes: '60\u00a0min de film en plus',
    try: 'Modifiez ces chiffres dans le <calculator>calculateur</calculator>.',
  },
} satisfies Same<typeof english>;
