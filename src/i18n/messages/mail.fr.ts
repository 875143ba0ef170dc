import type { Same } from '../same.ts';
import type { mail as english } from './mail.en.ts';

export const mail = {
  footer: {
    order: 'Message envoyé à la suite d’une commande passée avec votre adresse.',
    account: 'Message envoyé à la suite de l’ouverture d’un compte avec votre adresse.',
  },
  validity: '{{days}} à compter de la première utilisation',
  card: '{{brand}} se terminant par {{last4}}',
  receipt: {
    title: 'Reçu',
    number: 'Numéro de commande',
    email: 'Adresse e-mail',
    date: 'Date',
    item: 'Article',
    itemText: 'eSIM {{place}}, {{data}}',
    total: 'Total',
    card: 'Réglé par carte',
  },
  esimReady: {
    subject: 'Votre eSIM {{place}} est prête',
    preheader: 'Installez-la en Wi-Fi, si possible avant de partir. {{data}}, {{validity}}.',
    intro: 'Voici tout ce qu’il faut à votre téléphone\u202f: {{data}} de données, {{validity}}. Installez l’eSIM tant que vous disposez du Wi-Fi, si possible avant de partir.',
    warning: {
      title: 'Avant de commencer',
      once: 'Le code ne fonctionne qu’une fois, sur un seul téléphone.',
      wifi: 'Restez en Wi-Fi jusqu’à ce que le téléphone indique que l’eSIM est installée.',
      keep: 'Ne supprimez pas l’eSIM du téléphone\u202f: elle ne peut pas être réinstallée.',
    },
    oneTap: {
      title: 'Depuis le téléphone lui-même\u202f: en un geste',
      iphone: 'Installer sur iPhone',
      android: 'Installer sur Android',
      note: 'Il faut iOS 17.4 ou une version ultérieure sur iPhone, et une version récente des services Google Play sur Android. Sur un appareil plus ancien, utilisez le code ci-dessous.',
    },
    qr: {
      title: 'Depuis un autre écran\u202f: par QR code',
      text: 'Ouvrez ce message sur un ordinateur ou un second téléphone, ou imprimez-le, puis scannez le code avec le téléphone du voyage. Il est également joint sous le nom {{filename}}.',
      alt: 'QR code d’installation de l’eSIM',
    },
    manual: {
      title: 'Par saisie manuelle',
      smdp: 'Adresse SM-DP+',
      activation: 'Code d’activation',
      confirmation: 'Code de confirmation',
      lpa: 'Code complet (Android)',
      apn: 'Point d’accès (APN)',
    },
    iphone: {
      title: 'Sur iPhone, pas à pas',
      add: 'Ouvrez Réglages, puis Données cellulaires (ou Données mobiles), et touchez Ajouter une eSIM.',
      enter: 'Choisissez Utiliser un code QR et scannez-le. Pour une saisie manuelle, recopiez l’adresse SM-DP+ et le code d’activation.',
      line: 'Une fois l’eSIM installée, choisissez la nouvelle ligne pour les données et gardez votre ligne habituelle pour les appels.',
      arrive: 'À l’arrivée, activez la nouvelle ligne et ses données à l’étranger. Désactivez celles de votre ligne habituelle.',
    },
    android: {
      title: 'Sur Android, pas à pas',
      add: 'Ouvrez Paramètres, puis Réseau et Internet et SIM (sur Samsung\u202f: Connexions et Gestionnaire SIM), et touchez Ajouter une eSIM.',
      enter: 'Scannez le QR code. Pour une saisie manuelle, recopiez le code complet, qui commence par LPA:1.',
      line: 'Une fois l’eSIM installée, choisissez-la pour les données mobiles et gardez votre SIM habituelle pour les appels.',
      arrive: 'À l’arrivée, activez l’eSIM et autorisez son itinérance des données. Désactivez celle de votre SIM habituelle.',
    },
    apnNote: 'Si la connexion ne démarre pas, réglez le point d’accès (APN) de l’eSIM sur {{apn}}.',
    order: {
      title: 'Votre commande',
      text: 'La page de la commande contient les mêmes codes. Le lien l’ouvre sans connexion à un compte et reste valable un an\u202f: ne le communiquez à personne.',
      button: 'Voir la commande',
    },
  },
  orderRefunded: {
    subject: 'Votre remboursement de {{total}}',
    preheader: 'Vous n’avez rien à faire\u202f: le remboursement est en cours.',
    title: 'Votre remboursement est en cours',
    reasons: {
      fulfilment_failed: 'Nous n’avons pas pu obtenir à temps votre eSIM {{place}}. Elle ne vous sera pas livrée et vous ne payez rien\u202f: nous vous avons remboursé la totalité, soit {{total}}.',
      duplicate_payment: 'Votre commande a été réglée deux fois. Nous avons remboursé le second paiement, soit {{total}}\u202f; le premier et votre eSIM ne changent pas.',
      requested: 'Comme convenu, nous vous avons remboursé votre eSIM {{place}}, soit {{total}}.',
    },
    toCard: 'La somme est reversée sur votre carte ({{card}}). Les banques l’affichent en général sous 5 à 10 jours ouvrés.',
    toSource: 'La somme est reversée sur le moyen de paiement utilisé. Les banques l’affichent en général sous 5 à 10 jours ouvrés.',
    button: 'Voir la commande',
    refunded: 'Remboursé',
  },
  verifyEmail: {
    subject: 'Confirmez votre adresse e-mail',
    preheader: 'Un clic, et les achats effectués avec cette adresse apparaissent dans votre compte.',
    title: 'Confirmez votre adresse e-mail',
    text: 'Confirmez que {{email}} est bien votre adresse. Les achats effectués avec elle apparaîtront alors dans votre compte.',
    button: 'Confirmer mon adresse',
    link: 'Si le bouton ne fonctionne pas, copiez cette adresse dans votre navigateur\u202f:',
    ignore: 'Le lien ne fonctionne qu’une fois. Vous n’avez pas ouvert de compte\u202f? Ignorez ce message\u202f: rien ne se passe sans ce clic.',
  },
} satisfies Same<typeof english>;
