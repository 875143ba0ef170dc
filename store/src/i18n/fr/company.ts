import type { Same } from '../same.ts';
import type { company as english } from '../en/company.ts';

export const company = {
  nav: { label: 'Entreprise', about: 'À propos', press: 'Presse', careers: 'Recrutement', contact: 'Contact' },
  about: {
    title: 'Une petite boutique d’Internet mobile pour l’étranger',
    short: 'À propos de {{brand}}',
    description:
      'Qui transporte vos données, qui émet l’eSIM, ce que {{brand}} fait entre les deux, ce que nous ne faisons pas, et les informations légales.',
    lede: 'Nous vendons des eSIM de voyage prépayées. Nous n’avons ni antennes ni application. Ce que nous ajoutons\u00a0: un prix clair, des faits avant le paiement et, pendant 14\u00a0jours, le remboursement tant que vous n’avez rien consommé.',
    chain: {
      title: 'Qui fait quoi',
      networks: 'Les réseaux locaux',
      networksText: 'Ils exploitent les antennes. {{names}} et d’autres transportent vos données en itinérance.',
      networksPlain: 'Ils exploitent les antennes et transportent vos données en itinérance.',
      wholesaler: 'Notre grossiste',
      wholesalerText: 'Il signe avec ces réseaux, émet les profils eSIM et indique le volume consommé.',
      usText: 'Choisit les forfaits, fixe le prix, livre l’eSIM, vous répond et vous rembourse.',
      payment: 'Notre prestataire de paiement',
      paymentText: 'Il demande la carte sur sa propre page. Nous ne voyons jamais le numéro.',
    },
    not: {
      title: 'Ce que nous ne faisons pas',
      reviews: 'Pas d’avis écrits par nous',
      reviewsText: 'Nous n’en affichons aucun tant que les clients ne peuvent pas en laisser après un vrai voyage.',
      countdowns: 'Pas de compte à rebours',
      countdownsText: 'Un prix ne disparaît pas parce que vous réfléchissez encore.',
      renewal: 'Pas de renouvellement automatique',
      renewalText: 'Un forfait se termine quand il se termine. Rien n’est débité ensuite.',
      data: 'Pas de revente de vos données',
      dataText:
        'Nous gardons ce qu’exigent la commande, la loi et l’assistance, et nous en tenons <privacy>la liste</privacy>.',
      guesses: 'Pas de suppositions',
      guessesText: 'Ce qu’un fournisseur n’indique pas sur un forfait est écrit «\u00a0Non précisé\u00a0».',
    },
    figures: {
      title: 'Ce que nous vendons aujourd’hui',
      plans_one: 'forfait',
      plans_other: 'forfaits',
      local_one: 'destination avec son propre forfait',
      local_other: 'destinations avec leurs propres forfaits',
      wide_one: 'eSIM étendue, pour une région ou le monde',
      wide_other: 'eSIM étendues, pour une région ou le monde',
      lowest: 'le prix le plus bas',
      origin:
        'Comptés dans le catalogue. Points orange sur la carte\u00a0: les destinations qui ont leurs propres forfaits.',
    },
  },
  facts: {
    title: 'L’entreprise en bref',
    subtitle: 'Telle qu’elle se déclare',
    name: 'Dénomination',
    legalForm: 'Forme juridique',
    address: 'Siège social',
    register: 'Immatriculation',
    vatId: 'N°\u00a0de TVA',
    vatExemption: 'TVA',
    publisher: 'Publication',
    email: 'E-mail',
    phone: 'Téléphone',
    hours: 'Horaires de l’assistance',
  },
  press: {
    title: 'Presse',
    description: '{{brand}} en une phrase, le logo en SVG et PNG pour fonds clairs et foncés, et ses couleurs.',
    lede: 'Des faits, un logo et une adresse pour vos questions. Nous n’avons pas de service de presse\u00a0: c’est quelqu’un qui connaît le produit qui répond.',
    sentence: {
      title: 'En une phrase',
      text: '{{brand}} vend des forfaits eSIM prépayés pour le voyage, avec la fiche de chaque forfait avant le paiement et un remboursement intégral sous 14\u00a0jours tant que rien n’est consommé.',
      copy: 'Copier la phrase',
      copied: 'Phrase copiée',
    },
    mark: {
      title: 'Le logo',
      alt: { light: 'Le logo pour fonds clairs', dark: 'Le logo pour fonds foncés' },
      light: 'Pour fonds clairs',
      dark: 'Pour fonds foncés',
      file: '{{format}}, {{ground}}',
      rules:
        'Espace libre\u00a0: la hauteur d’une pierre de chaque côté. Merci de ne pas le tourner, l’étirer ni le recolorer.',
    },
    colours: {
      title: 'Les couleurs',
      blue: 'Bleu',
      orange: 'Orange',
      ink: 'Encre',
      paper: 'Papier',
      text: 'Le bleu agit, l’orange signale une seule chose à la fois. Le texte est encre sur papier, ou blanc sur encre.',
    },
    articles: {
      title: 'Ce qu’on écrit sur nous',
      text: 'Aucun article à notre connaissance. Quand il y en aura, ils seront tous ici, les critiques aussi.',
    },
    write: 'Nous écrire',
    address: 'Presse\u00a0: {{email}}',
  },
  careers: {
    title: 'Recrutement',
    description:
      'Les postes ouverts chez {{brand}}, ou la réponse simple qu’il n’y en a pas en ce moment, et comment nous écrire.',
    none: 'Aucun poste n’est ouvert en ce moment.',
    some_one: 'Un poste est ouvert.',
    some_other: '{{count}} postes sont ouverts.',
    noneText:
      'Quand nous cherchons quelqu’un, le poste figure sur cette page, avec le lieu et ce que vous y feriez. Il en disparaît le jour où il est pourvu.',
    pool: 'Nous ne constituons pas de vivier de candidatures\u00a0: laisser dormir une lettre dans un tiroir ne serait pas correct envers la personne qui l’a écrite. Si vous avez vu sur ce site quelque chose que vous feriez mieux, cela mérite un message à tout moment.',
    write: 'Nous écrire',
    apply: 'Postuler par e-mail',
    read: 'Lire et postuler (nouvel onglet)',
  },
} satisfies Same<typeof english>;
