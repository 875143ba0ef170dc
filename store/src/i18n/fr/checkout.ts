import type { Same } from '../same.ts';
import type { checkout as english } from '../en/checkout.ts';

export const checkout = {
  title: 'Commande',
  secure: 'Paiement sécurisé',
  back: 'Retour aux forfaits pour {{destination|le}}',
  summary: 'Votre commande',
  plan: '{{destination}} - {{data}}',
  facts: '{{days}}, {{networks}}',
  regions: 'plus de {{count}} pays',
  total: 'Total',
  done: 'étape terminée',
  email: {
    title: 'Livraison',
    label: 'Adresse e-mail',
    signInHint:
      'Le code QR et le reçu seront envoyés à cette adresse. <signIn>Connectez-vous</signIn> pour retrouver l’eSIM dans votre compte.',
    signedInHint: 'Le code QR et le reçu seront envoyés à cette adresse. Vous retrouverez l’eSIM dans votre compte.',
    missing: 'Indiquez votre adresse e-mail.',
    invalid: 'Indiquez une adresse e-mail valide, par exemple nom@exemple.fr.',
  },
  country: {
    label: 'Pays de résidence',
    none: 'Non précisé',
    hint: 'Vos droits d’acheteur en dépendent.',
    hintTax: 'Vos droits et la TVA comprise dans le prix en dépendent.',
    wrong: 'Nous ne pouvons pas vendre dans ce pays pour le moment. Vous n’avez pas été débité.',
  },
  tax: 'Dont {{tax}} de TVA ({{percent}})',
  travel: {
    title: 'Date de départ (facultatif)',
    label: 'Quand partez-vous\u202f?',
    hint: 'Nous vous le rappelons deux jours avant, si l’eSIM n’est pas encore installée.',
    wrong: 'Choisissez un jour à partir d’aujourd’hui, dans l’année qui vient.',
  },
  device: {
    title: 'Appareil',
    label: 'Mon téléphone est compatible eSIM et désimlocké',
    check: 'Vérifier mon téléphone',
    newTab: '(nouvel onglet)',
    missing:
      'Confirmez que votre téléphone est compatible eSIM et désimlocké. Le code ne fonctionne pas sur les autres téléphones.',
  },
  payment: {
    title: 'Paiement',
    card: 'Carte bancaire',
    unknown: 'Par carte, ou par un autre moyen proposé à l’étape suivante',
    where:
      'Vous saisirez votre carte sur la page sécurisée de notre prestataire de paiement, puis vous reviendrez ici.',
    whereSeveral:
      'Sur la page de notre prestataire, vous choisirez parmi les moyens de paiement que votre appareil et votre pays acceptent. Vous reviendrez ensuite ici.',
    pay: 'Payer {{total}}',
    opening: 'Ouverture de la page de paiement',
    terms:
      'En payant, vous acceptez les <terms>conditions générales</terms> et la <refund>politique de remboursement</refund>, et vous demandez la livraison immédiate de l’eSIM.',
  },
  withdrawal:
    'Vous pouvez vous rétracter pendant 14\u00a0jours. La <privacy>politique de confidentialité</privacy> précise ce que deviennent vos données.',
  ticks: {
    qr: 'Votre code QR s’affiche dès le paiement',
    card: 'Vos données de carte vont directement au prestataire de paiement',
  },
  problem: {
    title: 'Votre commande n’a pas pu être passée',
    retry: 'Réessayer',
    confirm: 'Payer {{total}}',
    plans: 'Choisir un autre forfait',
    order: 'Voir la commande',
    again: 'En acheter un autre',
    network:
      'Impossible de joindre la boutique. Vérifiez votre connexion et réessayez\u00a0: votre saisie est conservée et vous ne pouvez pas être débité deux fois.',
    timeout:
      'La boutique tarde à répondre. Réessayez\u00a0: il s’agit de la même commande, vous ne pouvez pas être débité deux fois.',
    termsChanged: 'Nos conditions ont changé entre-temps. Rechargez la page pour les lire. Vous n’avez rien payé.',
    priceChanged: 'Le prix a changé entre-temps\u00a0: il est maintenant de {{total}}. Vous n’avez pas été débité.',
    unavailable: 'Ce forfait vient d’être retiré de la vente. Vous n’avez pas été débité.',
    tooMany: 'Trop de commandes en peu de temps. Patientez quelques minutes, puis réessayez.',
    payment:
      'Impossible d’ouvrir la page de paiement pour le moment. Vous n’avez pas été débité. Réessayez dans un instant.',
    paid: 'Cette commande est déjà payée. Pour acheter le même forfait une seconde fois, passez une nouvelle commande.',
    session: 'Votre session a expiré. Reconnectez-vous, ou rechargez la page pour commander sans compte.',
    other: 'Un problème est survenu de notre côté. Vous n’avez pas été débité. Réessayez dans un instant.',
  },
  backToTrip: 'Retour à votre voyage',
  several: {
    name_one: '{{count}} eSIM',
    name_other: '{{count}} eSIM',
    back: 'Retour à tous les forfaits',
    promise_one:
      'Si l’une d’elles ne peut pas être livrée, son prix est remboursé sur votre carte et vous gardez l’autre.',
    promise_other:
      'Si l’une d’elles ne peut pas être livrée, son prix est remboursé sur votre carte et vous gardez les autres.',
    qr: 'Vos codes QR s’affichent dès le paiement',
    signInHint:
      'Les codes QR et le reçu seront envoyés à cette adresse. <signIn>Connectez-vous</signIn> pour retrouver les eSIM dans votre compte.',
    signedInHint:
      'Les codes QR et le reçu seront envoyés à cette adresse. Vous retrouverez les eSIM dans votre compte.',
    terms:
      'En payant, vous acceptez les <terms>conditions générales</terms> et la <refund>politique de remboursement</refund>, et vous demandez la livraison immédiate des eSIM.',
    without_one: 'Acheter l’autre eSIM seule',
    without_other: 'Acheter les autres sans elle',
  },
  unavailable: {
    title: '{{plan}} est momentanément indisponible',
    text: 'Ce forfait ne peut pas être acheté pour l’instant. Un autre forfait pour la même destination vous conviendra peut-être.',
    action: 'Voir les forfaits pour {{destination|le}}',
    all: 'Voir tous les forfaits',
  },
} satisfies Same<typeof english>;
