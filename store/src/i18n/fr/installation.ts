import type { Same } from '../same.ts';
import type { installation as english } from '../en/installation.ts';

export const installation = {
  breadcrumb: 'Fil d’Ariane',
  help: 'Aide',
  title: 'Installer votre eSIM',
  short: 'Installation',
  description:
    'Installer une eSIM de voyage sur iPhone, Samsung Galaxy, Google Pixel ou un autre téléphone Android\u00a0: en un geste, par code QR ou avec les codes, puis l’activer à l’étranger.',
  lede: 'À faire en Wi-Fi, de préférence chez vous avant le départ. Choisissez votre téléphone\u00a0: les étapes et les noms des menus s’y adaptent.',
  before: 'Restez en Wi-Fi et ne supprimez pas l’eSIM',
  beforeText: 'Un code ne s’installe qu’une fois. Une eSIM supprimée ne peut pas être réinstallée.',
  codes:
    'Le code QR et les codes à saisir se trouvent sur la page de votre commande et dans l’e-mail que nous vous avons envoyé. Ils ne changent pas, même si vous les ouvrez plusieurs fois.',
  check: 'Vous ne savez pas si votre téléphone accepte une eSIM\u202f? <devices>Vérifiez-le d’abord</devices>.',
  families: 'Votre téléphone',
  family: { iphone: 'iPhone', samsung: 'Samsung Galaxy', pixel: 'Google Pixel', android: 'Autre Android' },
  on: {
    iphone: 'Sur un iPhone',
    samsung: 'Sur un Samsung Galaxy',
    pixel: 'Sur un Google Pixel',
    android: 'Sur un autre téléphone Android',
  },
  ways: {
    tap: 'En un geste, sur le téléphone lui-même',
    scan: 'Avec le code QR, depuis un second écran',
    type: 'Avec les codes, saisis manuellement',
    arrive: 'À l’arrivée, activez-la',
  },
  drawing: {
    tap: 'Un téléphone avec un bouton d’installation et, au-dessus, la fenêtre qui propose d’ajouter l’eSIM.',
    scan: 'Un ordinateur qui affiche un code QR, et un téléphone dont l’appareil photo le cadre.',
    type: 'Un téléphone avec deux champs remplis et un bouton en dessous.',
    arrive:
      'Un téléphone avec trois interrupteurs\u00a0: l’eSIM et son itinérance sont activées, celle de la ligne habituelle est désactivée.',
  },
  iphone: {
    tap1: 'Ouvrez notre e-mail sur l’iPhone, ou votre commande dans Safari, et touchez Installer sur iPhone. Il faut iOS 17.4 ou une version plus récente.',
    tap2: 'iOS propose d’ajouter l’eSIM. Touchez Continuer et attendez qu’il annonce que l’eSIM est prête.',
    tap3: 'Rien ne s’ouvre dans Instagram, Facebook et d’autres applications\u00a0: ouvrez la page dans Safari. À partir d’iOS 17.4, vous pouvez aussi garder le doigt sur le code QR et choisir Ajouter une eSIM.',
    scan1:
      'Affichez le code QR sur un ordinateur ou un autre téléphone, ou imprimez-le. Un téléphone ne peut pas scanner son propre écran.',
    scan2: 'Sur l’iPhone, ouvrez Réglages, puis Données cellulaires.',
    scan3: 'Touchez Ajouter une eSIM, puis Utiliser un code QR, et placez l’appareil photo au-dessus du code.',
    type1:
      'Ouvrez Réglages, Données cellulaires, Ajouter une eSIM, Utiliser un code QR, puis Saisir les détails manuellement.',
    type2:
      'Collez l’adresse SM-DP+ et le code d’activation. Laissez le code de confirmation vide, sauf si votre commande en affiche un.',
    arrive1:
      'Réglages, Données cellulaires\u00a0: choisissez la ligne de voyage sous Données cellulaires et désactivez Autoriser le changement de données cellulaires.',
    arrive2: 'Ouvrez la ligne de voyage et activez Données à l’étranger. Cela ne coûte rien de plus que votre forfait.',
    arrive3:
      'Ouvrez votre ligne habituelle et désactivez Données à l’étranger\u00a0: votre opérateur ne vous facturera rien.',
  },
  samsung: {
    tap1: 'Ouvrez notre e-mail ou votre commande sur le téléphone et touchez Installer sur Android. Il faut un Android récent avec les services Google Play.',
    tap2: 'Le téléphone affiche Ajouter une eSIM. Confirmez et attendez qu’elle soit ajoutée.',
    tap3: 'Si rien ne s’ouvre, utilisez le code QR ou les codes ci-dessous\u00a0: le résultat est le même.',
    scan1:
      'Affichez le code QR sur un ordinateur ou un autre téléphone, ou imprimez-le. Un téléphone ne peut pas scanner son propre écran.',
    scan2: 'Sur le Galaxy, ouvrez Paramètres, Connexions, Gestionnaire SIM.',
    scan3: 'Touchez Ajouter une eSIM, puis Scanner un code QR, et placez l’appareil photo au-dessus du code.',
    type1:
      'Ouvrez Paramètres, Connexions, Gestionnaire SIM, Ajouter une eSIM, Scanner un code QR, puis Entrer le code d’activation.',
    type2: 'Collez le code complet, qui commence par LPA:1$. N’oubliez aucun caractère.',
    arrive1:
      'Paramètres, Connexions, Gestionnaire SIM\u00a0: activez l’eSIM et choisissez-la pour les données mobiles.',
    arrive2:
      'Paramètres, Connexions, Réseaux mobiles\u00a0: activez Itinérance des données. Cela ne coûte rien de plus que votre forfait.',
    arrive3:
      'Dans le gestionnaire SIM, désactivez le changement automatique de données\u00a0: votre SIM habituelle n’utilisera pas de données.',
  },
  pixel: {
    tap1: 'Ouvrez notre e-mail ou votre commande sur le téléphone et touchez Installer sur Android. Il faut un Android récent avec les services Google Play.',
    tap2: 'Le téléphone propose de télécharger la carte SIM. Confirmez et attendez qu’elle soit prête.',
    tap3: 'Si rien ne s’ouvre, utilisez le code QR ou les codes ci-dessous\u00a0: le résultat est le même.',
    scan1:
      'Affichez le code QR sur un ordinateur ou un autre téléphone, ou imprimez-le. Un téléphone ne peut pas scanner son propre écran.',
    scan2: 'Sur le Pixel, ouvrez Paramètres, Réseau et Internet, Cartes SIM.',
    scan3: 'Touchez Ajouter une carte SIM, puis Configurer une eSIM, et placez l’appareil photo au-dessus du code.',
    type1:
      'Ouvrez Paramètres, Réseau et Internet, Cartes SIM, Ajouter une carte SIM, Configurer une eSIM. Sous l’image de l’appareil photo, touchez Besoin d’aide, puis la saisie manuelle.',
    type2: 'Collez le code complet, qui commence par LPA:1$. N’oubliez aucun caractère.',
    arrive1:
      'Paramètres, Réseau et Internet, Cartes SIM\u00a0: ouvrez l’eSIM, activez Utiliser la carte SIM et Données mobiles.',
    arrive2: 'Sur la même page, activez Itinérance. Cela ne coûte rien de plus que votre forfait.',
    arrive3:
      'Ouvrez-y votre SIM habituelle et désactivez son itinérance\u00a0: votre opérateur ne vous facturera rien.',
  },
  android: {
    tap1: 'Ouvrez notre e-mail ou votre commande sur le téléphone et touchez Installer sur Android. Il faut un Android récent avec les services Google Play.',
    tap2: 'Le téléphone propose d’ajouter l’eSIM. Confirmez et attendez qu’elle soit prête.',
    tap3: 'Sur un téléphone sans services Google, comme ceux de Huawei, rien ne s’ouvre\u00a0: utilisez les codes ci-dessous.',
    scan1:
      'Affichez le code QR sur un ordinateur ou un autre téléphone, ou imprimez-le. Un téléphone ne peut pas scanner son propre écran.',
    scan2:
      'Sur le téléphone, ouvrez Paramètres et cherchez «\u00a0eSIM\u00a0». La plupart des marques la rangent dans Réseau mobile, Cartes SIM ou Connexions.',
    scan3: 'Touchez Ajouter une eSIM et placez l’appareil photo au-dessus du code.',
    type1: 'Sur l’écran qui scanne le code, cherchez la saisie manuelle ou «\u00a0Besoin d’aide\u00a0».',
    type2:
      'Collez le code complet, qui commence par LPA:1$. Si le téléphone présente deux champs, ce sont l’adresse SM-DP+ et le code d’activation.',
    arrive1: 'Dans les mêmes paramètres, activez l’eSIM et choisissez-la pour les données mobiles.',
    arrive2: 'Activez l’itinérance de l’eSIM. Cela ne coûte rien de plus que votre forfait.',
    arrive3: 'Désactivez l’itinérance de votre SIM habituelle\u00a0: votre opérateur ne vous facturera rien.',
  },
  apn: 'Si votre commande affiche un APN, saisissez-le avant de partir\u00a0: <apn>voici où</apn>.',
  link: {
    title: 'Ce qu’ouvre le bouton d’installation',
    text: 'Ce lien n’est pas le nôtre\u00a0: le bouton ouvre celui du fabricant, <iphone>esimsetup.apple.com</iphone> sur iPhone et <android>esimsetup.android.com</android> sur Android, avec votre code d’activation à la fin. Le téléphone lit le code et installe l’eSIM dans ses réglages, sans application.',
  },
  trouble: {
    title: 'Quelque chose ne marche pas',
    'installation-failed': 'L’installation s’arrête sur une erreur',
    'qr-already-used': 'Le téléphone dit que le code a déjà servi',
    'locked-phone': 'Le téléphone est verrouillé par un opérateur',
    'no-connection': 'L’eSIM est installée, mais Internet ne fonctionne pas',
    apn: 'Le téléphone demande un APN',
    'deleted-esim': 'J’ai supprimé l’eSIM',
    contact: 'Votre cas n’y est pas\u202f? <contact>Écrivez-nous</contact> avec le numéro de votre commande.',
  },
} satisfies Same<typeof english>;
