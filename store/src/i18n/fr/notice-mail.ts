import type { Same } from '../same.ts';
import type { noticeMail as english } from '../en/notice-mail.ts';

export const noticeMail = {
  stop: 'Ne plus recevoir ce type d’e-mail',
  keepPrivate: 'Cet e-mail ouvre votre commande sans mot de passe\u00a0: gardez-le pour vous.',
  button: 'Voir ce qu’il reste',
  topUp: 'Recharger',
  low: {
    subject: 'Il vous reste {{left}} sur votre eSIM {{place}}',
    title: 'Il vous reste {{left}} sur {{total}}',
    preheader: 'Que faire avant qu’il n’y en ait plus.',
    text: 'Il reste {{left}} sur les {{total}} de votre eSIM {{place}}. C’est le chiffre de l’opérateur, relevé le {{time}}.',
    ends: 'Le forfait se termine le {{end}}, ou plus tôt si les données sont épuisées.',
    advice:
      'Pour les faire durer, gardez vidéos, mises à jour et sauvegardes pour le Wi-Fi. S’il vous en faut plus, rechargez\u00a0: c’est la même eSIM, et il n’y a rien à installer. Le forfait se rachète aussi sur la page de commande, avec une nouvelle eSIM.',
  },
  used: {
    subject: 'Votre eSIM {{place}} n’a plus de données',
    title: 'Vos données sont épuisées',
    preheader: 'Rien de plus n’est facturé. Voici comment retrouver une connexion.',
    text: 'Les {{total}} de votre eSIM {{place}} sont utilisés. C’est le chiffre de l’opérateur, relevé le {{time}}. Rien de plus n’est facturé.',
    advice:
      'Pour continuer, rechargez-la depuis un Wi-Fi\u00a0: c’est la même eSIM, et il n’y a rien à installer. Le forfait se rachète aussi sur la page de commande, avec une nouvelle eSIM.',
    button: 'Ouvrir la commande',
  },
  ends: {
    subject: 'Votre eSIM {{place}} se termine le {{date}}',
    title: 'Votre forfait se termine le {{date}}',
    preheader: 'Il se termine le {{end}}.',
    text: 'Votre eSIM {{place}} est valable jusqu’au {{end}}. Ensuite, elle ne se connecte plus, même s’il reste des données.',
    left: 'D’ici là, il vous reste {{left}} sur {{total}}.',
    advice: 'Si vous restez plus longtemps, achetez un autre forfait pendant que vous avez encore une connexion.',
  },
  install: {
    subject: 'Installez votre eSIM {{place}} avant de partir',
    several: 'Installez vos {{count}} eSIM avant de partir',
    preheader: 'Quelques minutes suffisent, en Wi-Fi.',
    text: 'Vous nous avez indiqué un départ le {{date}}. L’installation prend quelques minutes, en Wi-Fi et sur le téléphone que vous emportez.',
    before: 'La page de commande indique quand commencent les jours du forfait.',
    onTheDay: 'Les jours du forfait commencent à l’installation\u00a0: faites-la le jour du départ.',
    done: 'C’est déjà fait\u202f? Alors il n’y a rien à faire.',
    button: 'Ouvrir la commande',
  },
} satisfies Same<typeof english>;
