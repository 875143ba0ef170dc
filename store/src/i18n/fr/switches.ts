import type { Same } from '../same.ts';
import type { switches as english } from '../en/switches.ts';

export const switches = {
  title: 'Quand changer d’eSIM',
  day: 'Jour {{day}}',
  back: 'De nouveau {{plan}}',
  numbered: '{{plan}} (eSIM {{number}})',
  where: '{{places}}, du jour {{first}} au jour {{last}}.',
  whereOneDay: '{{places}}, jour {{first}}.',
  arrive: 'Choisissez-la pour les données mobiles à votre arrivée.',
  choose: 'Choisissez-la pour les données mobiles.',
  after: 'Choisissez-la pour les données mobiles quand {{plan}} est épuisé ou terminé.',
  same: 'C’est la même eSIM.',
  sameLeft: 'C’est la même eSIM\u00a0: à votre rythme, il y reste {{left}}.',
  missing: 'Cette eSIM n’a pas été livrée. Il vous en faut une autre pour ces jours.',
} satisfies Same<typeof english>;
