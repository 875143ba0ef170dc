import type { Same } from '../same.ts';
import type { destination as english } from '../en/destination.ts';

export const destination = {
  noOwn_one: 'Pas de forfait dédié, mais {{count}} eSIM multipays fonctionne {{name|en}}.',
  noOwn_other: 'Pas de forfait dédié, mais {{count}} eSIM multipays fonctionnent {{name|en}}.',
  advice: 'À volume égal, <b>{{name}}</b> coûte au moins {{percent}}\u00a0% de moins.',
  show: 'Afficher ce forfait',
  notOffered: 'Non proposé',
  dailyThen: '{{data}} par jour, puis {{speed}}',
  daily: '{{data}} par jour à pleine vitesse',
  worksIn: 'Valable {{days}} {{name|en}}',
  also: { title: 'Fonctionnent aussi ici', text: 'Pour un voyage dans plusieurs pays.' },
  neighbours: { local: 'Destinations voisines', wide: 'Autres régions' },
  facts: {
    sheet: 'Fiche du forfait, PDF',
    title: 'La fiche du forfait',
    summary: '{{name}} {{data}}, {{days}}, {{price}}',
    unknown: 'Non précisé',
    networks: {
      term: 'Réseaux',
      text: '{{coverage}}. Votre téléphone choisit lui-même\u202f; le réseau peut changer d’un endroit à l’autre.',
      elsewhere:
        '{{coverage}} ici. Votre téléphone choisit lui-même\u202f; dans les autres pays, il utilise d’autres réseaux.',
      countries_one: 'Dans {{count}} pays',
      countries_other: 'Dans {{count}} pays et territoires',
      listed: 'La liste plus bas donne pour chacun les réseaux, en 4G ou en 5G.',
      unknown: 'Notre fournisseur ne nomme pas les réseaux.',
    },
    calls: {
      term: 'Appels et SMS',
      answer: 'Données uniquement',
      text: 'Pas de numéro de téléphone. Votre SIM reste dans le téléphone pour les appels et les SMS.',
    },
    hotspot: {
      term: 'Partage de connexion',
      yes: 'Autorisé',
      yesText: 'Il consomme les mêmes {{data}}.',
      yesUnlimited: 'Il consomme les mêmes données.',
      no: 'Non autorisé',
      noText: 'La connexion ne sert qu’à ce téléphone.',
      unknown: 'Notre fournisseur ne dit pas si le partage est possible. Mieux vaut ne pas compter dessus.',
    },
    clock: {
      term: 'Début de validité',
      use: 'À la première connexion',
      useText: 'Ni à l’achat, ni à l’installation. Le forfait dure ensuite {{days}}, même sans utiliser de données.',
      install: 'À l’installation de l’eSIM',
      installText:
        'Installez-la donc juste avant de partir. Le forfait dure ensuite {{days}}, même sans utiliser de données.',
      unknown: 'Le forfait dure {{days}}. Par prudence, installez l’eSIM juste avant de partir.',
      window_one: 'Installez-la dans le jour suivant l’achat.',
      window_other: 'Installez-la dans les {{count}}\u00a0jours suivant l’achat.',
    },
    end: {
      term: 'À la fin',
      answer: 'Il s’arrête, tout simplement',
      dataOrDays:
        'Au bout de {{days}}, ou avant si tout le volume est utilisé. Rien ne se renouvelle, rien d’autre n’est débité.',
      days: 'Au bout de {{days}}. Rien ne se renouvelle, rien d’autre n’est débité.',
    },
    topUp: {
      term: 'Recharge',
      yes: 'Possible',
      yesText: 'S’il vous en faut plus, ajoutez un forfait à la même eSIM depuis sa page. Il n’y a rien à réinstaller.',
      no: 'Impossible',
      text: 'Pour plus de données, achetez une autre eSIM.',
    },
    throttling: {
      term: 'Débit réduit',
      none: 'Jamais',
      noneText: 'Pleine vitesse jusqu’à épuisement du volume, puis la connexion s’arrête.',
      slower: 'À {{speed}}',
      slowerText: 'Pleine vitesse pour les premiers {{data}}, puis {{speed}} jusqu’à la fin du forfait.',
      daily: 'Après {{data}} par jour',
      dailyText: 'Pleine vitesse pour {{data}} par jour, puis {{speed}} jusqu’au lendemain.',
      dailyUnknown: 'Pleine vitesse pour {{data}} par jour. Notre fournisseur ne précise pas le débit au-delà.',
      thenText: 'Ensuite {{speed}}. Notre fournisseur ne précise pas quel volume est à pleine vitesse chaque jour.',
      unknown: 'Notre fournisseur ne dit pas si le débit est parfois réduit.',
    },
    exit: {
      term: 'Sortie sur Internet',
      text: 'D’après notre fournisseur. Les sites peuvent vous prendre pour un visiteur de ce pays.',
      unknown: 'Les sites peuvent vous prendre pour un visiteur d’un autre pays.',
    },
    refund: {
      term: 'Remboursement',
      answer: 'Intégral si l’eSIM n’arrive pas, ou pendant 14 jours tant qu’elle n’a pas servi',
      text: 'Une eSIM qui n’arrive pas est remboursée sans démarche de votre part. Pendant 14 jours, vous pouvez changer d’avis\u00a0: vous ne payez que les données utilisées. Si elle ne se connecte pas, écrivez-nous.',
    },
  },
  networks: {
    every: 'Dans tous les forfaits ci-dessus',
    own: 'Dans nos forfaits',
    some: 'Uniquement avec\u00a0: {{names}}',
    none: 'Dans aucun forfait ci-dessus',
  },
  elsewhere: {
    title: 'Les autres pays de l’eSIM {{name}}',
    count_one: 'Fonctionne dans {{count}} pays.',
    count_other: 'Fonctionne dans {{count}} pays et territoires.',
    all: 'Voir toute la liste',
    networks: 'Voir les réseaux de chaque pays',
  },
  map: { alt: 'Carte des pays couverts\u00a0: {{name}}', covered: 'Couvert', rest: 'Non couvert' },
  countries: {
    title_one: '{{count}} pays couvert',
    title_other: '{{count}} pays et territoires couverts',
    within: 'Fonctionne aussi {{places|en}} (une page pour chaque lieu)\u00a0: {{count}} destinations en tout.',
    search: 'Chercher dans cette liste',
    placeholder: 'Pays ou territoire',
    found_one: '{{count}} trouvé',
    found_other: '{{count}} trouvés',
    none: 'Aucun pays de cette liste ne s’appelle «\u00a0{{query}}\u00a0».',
    all: 'Afficher les {{count}}',
    unknown: 'Réseaux non précisés',
    submit: 'Chercher',
  },
  install: {
    title: 'Comment l’installer',
    home: {
      title: 'Chez vous, en Wi-Fi',
      text: 'Scannez le code QR de la page de commande ou de l’e-mail. Cela prend environ une minute.',
      late: 'Scannez le code QR de la page de commande ou de l’e-mail juste avant de partir\u00a0: la validité peut commencer à ce moment-là.',
    },
    own: {
      title: 'Gardez votre SIM',
      text: 'L’eSIM s’ajoute à côté et ne sert qu’aux données. Appels et SMS restent sur votre numéro.',
    },
    arrival: {
      title: 'À l’arrivée',
      text: 'Choisissez l’eSIM pour les données mobiles et activez l’itinérance des données pour cette ligne.',
    },
    link: 'Les étapes en détail',
  },
  questions: {
    whenInstall: 'Le jour du départ, en Wi-Fi\u00a0: la validité de ce forfait commence à l’installation de l’eSIM.',
    whenUnknown:
      'Le jour du départ, en Wi-Fi. Notre fournisseur ne précise pas quand commence la validité de ce forfait\u202f; ne l’installez pas trop tôt.',
    endSlower:
      'Vous restez connecté à un débit réduit jusqu’à la fin du forfait. Rien d’autre n’est débité\u00a0: tous nos forfaits sont prépayés.',
    endUnknown:
      'Rien d’autre n’est débité\u00a0: tous nos forfaits sont prépayés. Achetez un autre forfait quand vous voulez.',
  },
} satisfies Same<typeof english>;
