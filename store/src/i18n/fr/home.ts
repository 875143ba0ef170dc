import type { Same } from '../same.ts';
import type { home as english } from '../en/home.ts';

export const home = {
  title: 'Forfaits eSIM pour voyager',
  description:
    'Internet mobile prépayé par eSIM dans plus de 190 pays\u00a0: choisissez un forfait, recevez l’eSIM par e-mail, scannez le code QR, connectez-vous.',
  hero: {
    title: 'Connecté dès l’arrivée dans plus de 190 pays',
    subtitle:
      'Des données mobiles prépayées pour voyager, par eSIM. Installez-la chez vous, soyez en ligne dès l’atterrissage.',
    destination: 'Destination',
    where: 'Où allez-vous\u202f?',
    getEsim: 'Obtenir une eSIM',
    viewRates: 'Voir les tarifs',
    carriers: 'Opérateurs de premier plan',
  },
  sample: {
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
      text: 'Plus de 190 pays chez des opérateurs de premier plan. Choisissez un pays, une région, ou une seule eSIM Monde pour tout le voyage.',
    },
    security: {
      title: 'Activation sécurisée',
      text: 'Chaque code installe une seule eSIM sur un seul téléphone. Votre carte SIM et votre numéro restent en place pour les appels et les SMS.',
    },
  },
  steps: {
    title: 'Comment ça marche',
    subtitle: 'Installez l’eSIM chez vous en Wi-Fi et activez la ligne à l’arrivée.',
    get: {
      title: 'Obtenez l’eSIM',
      text: 'Scannez le code QR ou touchez «\u00a0Obtenir une eSIM\u00a0» sur le téléphone que vous emportez.',
    },
    install: {
      title: 'Installez-la',
      text: 'Votre téléphone ajoute l’eSIM en moins d’une minute. Aucune application requise.',
    },
    activate: {
      title: 'Activez-la',
      text: 'Quelques gestes simples\u00a0: activez la ligne, puis les données à l’étranger.',
    },
    plan: {
      title: 'Choisissez un forfait',
      text: 'Choisissez le volume qu’il vous faut et payez une seule fois. À la fin du forfait, rien ne se renouvelle tout seul.',
    },
  },
  plans: {
    title: 'Choisissez votre forfait eSIM',
    subtitle: 'Un prix unique, payé d’avance. Sans engagement ni supplément sur votre facture habituelle.',
    tabs: 'Type de forfait',
    country: 'eSIM par pays',
    global: 'eSIM Monde',
    more: 'Afficher les {{count}} pays',
    all: 'Chercher une destination',
    borders: {
      title: 'Plusieurs frontières à franchir\u202f?',
      text: 'Une seule eSIM régionale ou Monde couvre tout l’itinéraire. Comparez-la aux forfaits par pays.',
      action: 'Comparer tous les forfaits',
    },
  },
  coverage: {
    title: 'Une couverture dans plus de 190 pays',
    subtitle:
      'Une eSIM locale pour un pays, une eSIM régionale pour une partie du monde, ou une eSIM Monde pour aller partout.',
    from: 'dès {{price}}',
    all: 'Tous les pays',
  },
  support: {
    title: 'Une assistance à chaque étape du voyage',
    subtitle: 'Avant le départ, à l’arrivée et pendant le séjour.',
    countries: { title: 'Plus de 190 pays', text: 'Des eSIM locales, régionales et Monde.' },
    carriers: { title: 'Opérateurs de premier plan', text: 'Les réseaux que les habitants utilisent chez eux.' },
    payment: {
      title: 'Plusieurs moyens de paiement',
      text: 'La page de paiement affiche les moyens de paiement disponibles.',
    },
    paymentCard: 'Sur la page de notre prestataire de paiement, seul à voir votre carte.',
    devices: {
      title: 'Appareils compatibles eSIM',
      text: 'Tout téléphone compatible eSIM et désimlocké.',
    },
    questions: 'Avant de partir',
    band: {
      title: 'Votre prochain voyage, déjà connecté',
      text: 'Forfaits à partir de {{price}}. Vérifiez que votre téléphone accepte l’eSIM, puis choisissez une destination.',
      getEsim: 'Obtenir une eSIM',
      device: 'Vérifier mon téléphone',
    },
  },
  questions: {
    phone: {
      title: 'Mon téléphone est-il compatible\u202f?',
      text: 'Il doit être compatible eSIM et désimlocké, c’est-à-dire utilisable avec n’importe quel opérateur. Sur iPhone, cherchez «\u00a0Ajouter une eSIM\u00a0» dans Réglages, Données cellulaires. Sur Android, cherchez «\u00a0Ajouter une eSIM\u00a0» dans Paramètres, Réseau et Internet, Cartes SIM. Les libellés varient un peu d’un modèle Android à l’autre.',
    },
    when: {
      title: 'Quand installer l’eSIM\u202f?',
      text: 'Chez vous, en Wi-Fi, peu avant le départ. La validité commence le plus souvent à la première connexion à destination, parfois dès l’installation\u00a0: la fiche du forfait le précise.',
    },
    number: {
      title: 'Puis-je garder mon numéro\u202f?',
      text: 'Oui. L’eSIM ne sert qu’aux données et cohabite avec votre carte SIM, qui garde votre numéro pour les appels et les SMS.',
    },
    end: {
      title: 'Que se passe-t-il une fois les données épuisées\u202f?',
      text: 'La connexion s’arrête et rien d’autre n’est débité\u00a0: tous nos forfaits sont prépayés. Achetez un autre forfait quand vous en avez besoin.',
    },
  },
} satisfies Same<typeof english>;
