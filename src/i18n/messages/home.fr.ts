import type { Same } from '../same.ts';
import type { home as english } from './home.en.ts';

export const home = {
  title: 'Forfaits eSIM pour voyager',
  description:
    'Internet mobile prépayé par eSIM dans plus de 190 pays\u202f: choisissez un forfait, recevez l’eSIM par e-mail, scannez le code QR, connectez-vous.',
  hero: {
    title: 'Connecté dès l’arrivée dans plus de 190 pays',
    subtitle:
      'L’internet mobile prépayé du voyageur, par eSIM. Choisissez une destination, installez en moins d’une minute\u202f: vous êtes en ligne dès l’atterrissage.',
    getEsim: 'Obtenir une eSIM',
    viewRates: 'Voir les tarifs',
    carriers: 'Opérateurs de premier plan',
    support: 'Assistance 24\u00a0h/24, 7\u00a0j/7',
    languages: 'Assistance en plus de 10 langues',
  },
  sample: {
    active: 'Active',
    left: 'restants sur {{total}}',
    network: 'Réseau',
    validUntil: 'Valable jusqu’au',
    week: 'Cette semaine',
    details: 'Voir le détail',
    destination: 'Destination',
    data: 'Données',
    validity: 'Validité',
    price: 'Prix',
    esim: 'eSIM {{country}}',
    installing: 'Installation sur ce téléphone',
    installingShort: 'Installation',
    code: 'Code d’activation',
    oneDevice: 'Un code, un téléphone',
    primary: 'Principale',
    roaming: 'Données à l’étranger',
  },
  features: {
    title: 'Pourquoi les voyageurs nous choisissent',
    activation: {
      title: 'Activation instantanée',
      text: 'Votre eSIM s’affiche à l’écran et arrive par e-mail dès le paiement. Pas de boutique à trouver, pas de carte à attendre.',
    },
    coverage: {
      title: 'Couverture mondiale',
      text: 'Plus de 190 pays chez des opérateurs de premier plan. Prenez un pays, une région, ou une seule eSIM pour tout le voyage.',
    },
    security: {
      title: 'Activation sécurisée',
      text: 'Chaque code installe une seule eSIM sur un seul téléphone. Votre carte SIM et votre numéro restent en place pour les appels et les SMS.',
    },
  },
  steps: {
    title: 'Comment ça marche',
    subtitle: 'Installez-la chez vous en Wi-Fi, puis activez-la à l’arrivée.',
    get: {
      title: 'Obtenez l’eSIM',
      text: 'Scannez le code QR ou touchez «\u00a0Obtenir une eSIM\u00a0» sur le téléphone qui voyage avec vous.',
    },
    install: {
      title: 'Installez-la',
      text: 'Votre téléphone ajoute l’eSIM en moins d’une minute. Aucune application requise.',
    },
    activate: {
      title: 'Activez-la',
      text: 'Quelques gestes simples\u202f: activez la ligne, puis les données à l’étranger.',
    },
    plan: {
      title: 'Choisissez un forfait',
      text: 'Prenez le volume qu’il vous faut et payez une seule fois. À la fin du forfait, rien ne se renouvelle tout seul.',
    },
  },
  plans: {
    title: 'Choisissez votre forfait eSIM',
    subtitle: 'Un prix unique, payé d’avance. Sans engagement ni supplément sur votre facture habituelle.',
    tabs: 'Type de forfait',
    country: 'eSIM par pays',
    global: 'eSIM internationales',
    all: 'Voir tous les forfaits',
    borders: {
      title: 'Plusieurs frontières à franchir\u202f?',
      text: 'Une seule eSIM régionale ou mondiale couvre tout l’itinéraire. Comparez-les aux forfaits par pays.',
      action: 'Comparer tous les forfaits',
    },
  },
  coverage: {
    title: 'Une couverture dans plus de 190 pays',
    subtitle: 'Une eSIM locale pour un pays, régionale pour une partie du monde, ou mondiale pour aller partout.',
    regions: 'eSIM régionales et mondiale',
    countries: 'eSIM locales et leurs réseaux',
    from: 'dès {{price}}',
    note: 'Parmi les réseaux indiqués, celui qui vous sert peut changer d’un lieu à l’autre.',
  },
  support: {
    title: 'Une assistance à chaque étape du voyage',
    subtitle: 'Avant le départ, à l’arrivée et en chemin.',
    countries: { title: 'Plus de 190 pays', text: 'Des eSIM locales, régionales et mondiale.' },
    languages: { title: 'Assistance en plus de 10 langues', text: 'Écrivez dans la langue qui vous convient.' },
    carriers: { title: 'Opérateurs de premier plan', text: 'Les réseaux que les habitants utilisent chez eux.' },
    payment: { title: 'Plusieurs moyens de paiement', text: 'La page de paiement affiche ceux qui vous sont ouverts.' },
    devices: {
      title: 'Appareils compatibles eSIM',
      text: 'Tout téléphone doté de l’eSIM et non verrouillé par un opérateur.',
    },
    hours: { title: 'Assistance 24\u00a0h/24, 7\u00a0j/7', text: 'À toute heure, sous tous les fuseaux.' },
    questions: 'Avant de partir',
    band: {
      title: 'Votre prochain voyage, déjà en ligne',
      text: 'Forfaits à partir de {{price}}. Vérifiez que votre téléphone accepte l’eSIM, puis choisissez une destination.',
      getEsim: 'Obtenir une eSIM',
      help: 'Besoin d’aide\u202f?',
    },
  },
  questions: {
    phone: {
      title: 'Mon téléphone est-il compatible\u202f?',
      text: 'Il doit prendre en charge l’eSIM et ne pas être verrouillé par un opérateur. Sur iPhone, cherchez «\u00a0Ajouter une eSIM\u00a0» dans Réglages, Données cellulaires. Sur Android, cherchez «\u00a0Ajouter une eSIM\u00a0» dans Paramètres, Réseau et Internet, SIM. Les libellés varient un peu d’un modèle à l’autre.',
    },
    when: {
      title: 'Quand installer l’eSIM\u202f?',
      text: 'Chez vous, en Wi-Fi, peu avant le départ. La validité du forfait ne commence qu’à la première connexion de l’eSIM à destination.',
    },
    number: {
      title: 'Puis-je garder mon numéro\u202f?',
      text: 'Oui. L’eSIM ne sert qu’aux données et cohabite avec votre carte SIM, qui garde votre numéro pour les appels et les SMS.',
    },
    end: {
      title: 'Que se passe-t-il quand tout est consommé\u202f?',
      text: 'La connexion s’arrête et rien d’autre n’est débité\u202f: tous nos forfaits sont prépayés. Reprenez un forfait quand vous en avez besoin.',
    },
  },
} satisfies Same<typeof english>;
