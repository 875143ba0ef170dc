import type { Same } from '../same.ts';
import type { help as english } from '../en/help.ts';

export const help = {
  title: 'Centre d’aide',
  heading: 'Comment pouvons-nous vous aider\u202f?',
  description:
    'Des réponses étape par étape sur les eSIM de voyage\u00a0: installation, connexion, données à l’étranger, APN, partage, données restantes, remboursement.',
  search: {
    label: 'Chercher dans l’aide',
    placeholder: 'Cherchez\u00a0: installer, réseau, rembourser',
    submit: 'Chercher',
    count_one: '{{count}} réponse pour «\u00a0{{query}}\u00a0»',
    count_other: '{{count}} réponses pour «\u00a0{{query}}\u00a0»',
    none: 'Aucune réponse pour «\u00a0{{query}}\u00a0»',
    noneText:
      'Essayez avec moins de mots, ou avec ceux qu’affiche le téléphone. Ou écrivez-nous\u00a0: nous lisons chaque message.',
    section: 'Partie\u00a0: {{section}}',
    clear: 'Voir tous les sujets',
  },
  quick: {
    label: 'Questions fréquentes',
    connect: 'Mon eSIM ne se connecte pas',
    install: 'Installer sur iPhone ou Android',
    refund: 'Demander un remboursement',
  },
  topics: {
    title: 'Par sujet',
    count_one: '{{count}} réponse',
    count_other: '{{count}} réponses',
    before: { title: 'Avant d’acheter', text: 'Votre téléphone, son verrouillage, le bon moment' },
    install: { title: 'Installation', text: 'Échec, code utilisé, eSIM supprimée, nouveau téléphone' },
    connect: { title: 'Connexion', text: 'Pas d’Internet, lenteur, réglages à l’étranger' },
    data: { title: 'Données et durée', text: 'Début du forfait, ce qu’il reste, la fin' },
    payment: { title: 'Paiement', text: 'Carte, livraison, reçus et remboursements' },
    account: { title: 'Compte', text: 'Commande sans compte, connexion, mot de passe' },
  },
  guides: {
    devices: 'Vérifier le modèle de votre téléphone',
    installation: 'Installer pas à pas, selon le téléphone',
  },
  questions: { title: 'Questions courantes', more: 'Lire les étapes' },
  all: { title: 'Toutes les réponses' },
  device: {
    title: 'Vérifier votre appareil',
    text: 'Cherchez votre modèle, voyez dans quels pays il est vendu sans eSIM, et comment vérifier sur le téléphone.',
    action: 'Vérifier un modèle',
  },
  contact: {
    title: 'Nous écrire',
    text: 'Indiquez le numéro de commande et ce qu’affiche le téléphone. La réponse arrive par e-mail.',
    action: 'Nous écrire',
  },
  person: {
    first: 'Demander à notre équipe',
    last: 'Ce n’est pas votre question\u202f?',
    text: 'Écrivez-nous\u00a0: une personne vous lit et vous répond par e-mail.',
    action: 'Écrire à notre équipe',
  },
  article: {
    crumbs: 'Fil d’Ariane',
    updated: 'Mis à jour le {{date}}',
    contents: 'Sur cette page',
    sources: 'Sources',
    newTab: '(nouvel onglet)',
    notTranslated: 'Cette réponse n’est pas encore traduite.',
    next: 'Toujours pas résolu\u202f?',
    nextText: 'Dites-nous ce que vous avez essayé et ce qu’affiche le téléphone\u00a0: cela évite des allers-retours.',
    related: 'Sur le même sujet',
  },
  steps: {
    title: 'Tout le parcours, étape par étape',
    choose: {
      title: 'Choisissez',
      text: 'La destination, les données, les jours. La fiche du forfait nomme les réseaux, dit si le partage de connexion est permis et quand la validité commence.',
      link: 'Voir les forfaits',
    },
    pay: {
      title: 'Payez une fois',
      text: 'Une adresse e-mail et une carte suffisent, sans compte. Rien ne se renouvelle, et rien d’autre n’est débité.',
      link: 'Reçus et prix',
    },
    receive: {
      title: 'Recevez-la',
      text: 'Le code QR, l’installation directe et les codes apparaissent sur la page de commande, en général en quelques secondes, et arrivent par e-mail. Si l’opérateur ne livre pas à temps, vous êtes intégralement remboursé, sans démarche.',
      link: 'Si rien n’arrive',
    },
    install: {
      title: 'Installez en Wi-Fi',
      text: 'Sur le téléphone lui-même, touchez le bouton\u202f; sinon, scannez le code depuis un autre écran ou saisissez les codes. Un code installe une eSIM sur un téléphone.',
      link: 'Les étapes selon le téléphone',
    },
    land: {
      title: 'Activez-la à l’arrivée',
      text: 'Activez la ligne, choisissez-la pour les données et activez ses données à l’étranger. Sur votre ligne habituelle, elles restent désactivées\u00a0: pas de hors-forfait.',
      link: 'Où est ce réglage',
    },
    watch: {
      title: 'Suivez ce qu’il reste',
      text: 'Votre profil affiche les données utilisées et le dernier jour, d’après l’opérateur. Le téléphone a aussi son compteur.',
      link: 'Données restantes',
    },
    end: {
      title: 'C’est tout',
      text: 'Quand les données ou les jours sont épuisés, la connexion s’arrête. Rien à résilier. Vous pourrez ensuite supprimer l’eSIM du téléphone quand vous voudrez.',
      link: 'Quand un forfait est terminé',
    },
  },
  needs: {
    title: 'Ce qu’il vous faut',
    phone: {
      title: 'Un téléphone avec eSIM',
      text: 'Composez *#06#\u00a0: si une ligne commence par EID, il en a une.',
      link: 'Vérifier votre téléphone',
    },
    lock: {
      title: 'Pas de verrouillage',
      text: 'Un téléphone vendu avec un abonnement peut n’accepter que les SIM de cet opérateur.',
      link: 'Voir s’il est verrouillé',
    },
    wifi: {
      title: 'Du Wi-Fi, une fois',
      text: 'L’installation a besoin d’Internet. Chez vous, c’est une minute\u202f; à l’aéroport, de la patience.',
      link: 'Quand installer',
    },
  },
  about: {
    title: 'Ce qu’est une eSIM, et ce qu’elle n’est pas',
    is: {
      title: 'Une SIM sans la carte',
      text: 'La puce est intégrée au téléphone. Un code y place le profil de l’opérateur, et le téléphone a une seconde ligne.',
    },
    number: {
      title: 'Pas un numéro',
      text: 'Nos eSIM ne servent qu’à Internet. Votre SIM reste en place\u00a0: vous gardez votre numéro, et WhatsApp avec.',
    },
    app: {
      title: 'Pas une application',
      text: 'Rien d’autre à installer que l’eSIM elle-même, dans les réglages du téléphone.',
    },
    link: 'Garder son numéro et WhatsApp',
  },
  end: {
    title: 'On y va quand vous voulez',
    plans: 'Obtenir une eSIM',
    help: 'Centre d’aide',
  },
  /** Above the answers of the support page. */
  order: {
    title: 'Commencez par votre commande',
    text: 'Sa page affiche l’eSIM et les données restantes, et peut vous la renvoyer par e-mail.',
    esims: 'Ouvrir mes eSIM',
    guest: 'J’ai acheté sans compte',
  },
  bar: {
    open: 'Ouvert',
    hours: 'Horaires',
    languages: 'Langues',
    answer: 'Réponse',
    answerText: 'Par e-mail, écrite par une personne de notre équipe',
    person: 'Écrire à notre équipe',
  },
  places: {
    title: 'Où en êtes-vous\u202f?',
    home: 'Chez vous, avant le voyage',
    installing: 'En train d’installer',
    landed: 'Tout juste arrivé',
    after: 'En route, et après',
  },
  promise: {
    title: 'Comment nous vous aidons',
    self: {
      title: 'Parfois, vous n’avez rien à demander',
      text: 'Une eSIM qui n’est pas livrée à temps est remboursée en entier, tout comme un second paiement de la même commande.',
      link: 'Comment fonctionnent les remboursements',
    },
    person: {
      title: 'Le reste est lu par une personne',
      text: 'Envoyez le numéro de commande, le modèle du téléphone et le message affiché. Nous pouvons demander à l’opérateur ce qu’il voit de votre eSIM.',
      link: 'Nous écrire',
    },
    mail: {
      title: 'La réponse arrive par e-mail',
      text: 'À l’adresse que vous donnez. Répondez-y pour ajouter quelque chose\u00a0: tout reste dans la même conversation.',
      link: 'Chercher d’abord dans l’aide',
    },
  },
} satisfies Same<typeof english>;
