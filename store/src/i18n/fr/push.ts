import type { Same } from '../same.ts';
import type { push as english } from '../en/push.ts';

export const push = {
  messages: {
    ready: { title: 'Votre eSIM {{destination}} est prête', text: 'Ouvrez-la pour l’installer avant le départ.' },
    data75: {
      title: 'eSIM {{destination}}\u00a0: il reste 25\u00a0% des données',
      text: 'Ouvrez-la pour voir combien de temps elles dureront.',
    },
    data90: {
      title: 'eSIM {{destination}}\u00a0: il reste 10\u00a0% des données',
      text: 'Ouvrez-la pour voir combien de temps elles dureront.',
    },
    data100: {
      title: 'eSIM {{destination}}\u00a0: données épuisées',
      text: 'Ouvrez-la pour voir ce que vous pouvez faire.',
    },
    ends3: {
      title: 'eSIM {{destination}}\u00a0: encore trois jours',
      text: 'Ouvrez-la pour voir quand le forfait se termine.',
    },
    ends1: {
      title: 'eSIM {{destination}}\u00a0: plus qu’un jour',
      text: 'Ouvrez-la pour voir quand le forfait se termine.',
    },
    install: {
      title: 'Installez votre eSIM {{destination}} avant le départ',
      text: 'Cela prend une minute et demande du Wi-Fi une seule fois.',
    },
  },
  devices: 'Appareils avec notifications',
  thisBrowser: 'Ce navigateur',
  thisIphone: 'Cet iPhone ou iPad',
  unnamed: 'Un appareil',
  named: '{{browser}} sur {{system}}',
  here: 'Cet appareil',
  since: 'Notifications activées depuis le {{date}}',
  off: 'Notifications désactivées.',
  offIphone: 'Notifications désactivées. Sur iPhone et iPad, {{brand}} doit d’abord être sur l’écran d’accueil.',
  turnOn: 'Activer',
  turnOnNotices: 'Activer les notifications',
  remove: 'Retirer',
  removeName: 'Retirer {{name}}',
  turnedOn: 'Notifications activées sur cet appareil.',
  removed: 'Notifications désactivées sur cet appareil.',
  unsupported:
    'Ce navigateur ne peut pas afficher les notifications des sites. En navigation privée, aucun ne le peut.',
  denied: 'Ce navigateur bloque les notifications de ce site.',
  deniedHow:
    'Pour les autoriser, ouvrez les réglages du site\u00a0: l’icône à gauche de son adresse, ou Réglages > Notifications sur un iPhone. Rechargez ensuite cette page.',
  dismissed: 'Rien n’a été activé\u00a0: la question du navigateur a été fermée.',
  failed: 'Le navigateur n’a pas pu joindre son service de notifications. Réessayez plus tard.',
  failedCall: 'Cela n’a pas fonctionné. Réessayez.',
  refused: 'Nous ne pouvons pas envoyer de notifications au service de ce navigateur.',
  loading: 'Chargement de vos appareils…',
  listFailed: 'Impossible de charger vos appareils.',
  retry: 'Réessayer',
  homeScreen: {
    title: 'D’abord sur l’écran d’accueil',
    lede: 'Un iPhone n’affiche les notifications d’un site que si celui-ci est sur l’écran d’accueil. C’est une règle d’iOS, depuis la version 16.4.',
    share: 'Touchez Partager dans Safari',
    shareText: 'dans la barre du bas',
    add: 'Choisissez Sur l’écran d’accueil',
    addText: 'faites défiler un peu, puis Ajouter',
    open: 'Ouvrez {{brand}} depuis l’écran d’accueil',
    openText: 'Revenez-y sur cette page et activez les notifications',
    hint: 'Possible dès que vous ouvrez {{brand}} depuis l’écran d’accueil.',
    missTitle: 'Vous ne manquez rien sans cela',
    missText:
      'Les mêmes messages arrivent par e-mail à {{email}}. La notification est plus rapide quand les données s’épuisent.',
    missTextPlain:
      'Les mêmes messages arrivent par e-mail. La notification est plus rapide quand les données s’épuisent.',
    stay: 'En rester à l’e-mail',
    drawing: 'Menu Partager de l’iPhone avec la ligne Sur l’écran d’accueil, et {{brand}} parmi les apps',
    copy: 'Copier',
    bookmark: 'Ajouter un signet',
    row: 'Sur l’écran d’accueil',
  },
} satisfies Same<typeof english>;
