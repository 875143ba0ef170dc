import type { Same } from '../same.ts';
import type { api as english } from '../en/api.ts';

export const api = {
  errors: {
    'invalid-input': 'Vérifiez le champ «\u00a0{{field}}\u00a0»\u00a0: {{rule}}.',
    'invalid-json': 'La requête est illisible\u00a0: ce n’est pas du JSON valide.',
    'invalid-signature': 'La signature est absente, fausse ou trop ancienne.',
    'passkey-refused': 'Cette clé d’accès n’a pas pu être vérifiée. Réessayez, ou connectez-vous autrement.',
    'passkey-expired': 'Le délai est dépassé. Réessayez.',
    'passkey-unknown':
      'Cette clé d’accès n’est plus valable ici. Connectez-vous autrement et supprimez-la de votre appareil.',
    'too-many-cards': 'Votre compte a atteint le nombre maximal de cartes enregistrées. Supprimez-en une d’abord.',
    'card-in-use': 'Des recharges automatiques sont payées avec cette carte. Désactivez-les, ou gardez la carte.',
    'too-many-passkeys': 'Votre compte a atteint le nombre maximal de clés d’accès. Supprimez-en une d’abord.',
    'forged-message': 'La signature de ce message est absente ou fausse.',
    unauthenticated: 'Connectez-vous, puis réessayez.',
    'requires-recent-login': 'Par sécurité, reconnectez-vous, puis réessayez.',
    'not-found': 'Cette page n’existe pas ou ne vous est pas accessible.',
    'method-not-allowed': 'Cette adresse n’accepte pas ce type de requête.',
    'request-timeout': 'La requête a mis trop de temps à arriver. Vérifiez votre connexion, puis réessayez.',
    'address-not-yours':
      'Seul le navigateur qui a servi à payer, ou le compte de la commande, peut en changer l’adresse.',
    'not-permitted': 'Vous n’avez pas le droit de faire cela.',
    'changed-meanwhile':
      'Cela a changé entre-temps. Rechargez la page, puis décidez à nouveau\u202f; rien n’a été fait.',
    'terms-changed': 'Les conditions ont changé. Rechargez la page pour lire les nouvelles\u202f; rien n’a été débité.',
    'price-changed': 'Le prix a changé. Rechargez la page pour voir le nouveau\u202f; rien n’a été débité.',
    'plan-unavailable':
      'Ce forfait n’est pas disponible pour le moment. Rien n’a été débité\u202f; choisissez-en un autre.',
    'country-not-sold': 'Nous ne pouvons pas vendre dans ce pays pour le moment\u202f; rien n’a été débité.',
    'idempotency-key-reused':
      'Cette commande a déjà été passée avec d’autres informations. Rechargez la page et réessayez.',
    'order-has-account': 'Cette commande se trouve dans un autre compte.',
    'order-not-payable': 'Cette commande ne peut plus être payée\u00a0: elle l’est déjà, ou elle est close.',
    'order-not-resendable':
      'Cette eSIM ne peut pas être renvoyée\u00a0: elle n’est pas encore prête, ou elle est déjà installée.',
    'esim-not-replaceable':
      'Cette eSIM ne peut pas être remplacée\u00a0: elle n’est pas livrée, il n’en reste rien, elle a été remboursée, ou elle a déjà été remplacée.',
    'auto-top-up-refused': 'La recharge automatique ne peut pas être activée pour cette eSIM pour le moment.',
    'top-up-refused': 'Cette eSIM ne peut pas être rechargée pour le moment. Rien n’a été débité.',
    'order-not-refundable': 'Cette commande ne peut pas être remboursée.',
    'refund-refused':
      'Le remboursement automatique n’est plus possible. La page explique pourquoi, et ce que vous pouvez faire.',
    'refund-undecided': 'Un autre remboursement de cette commande est en cours de vérification.',
    'wrong-state': 'C’est impossible dans l’état actuel de la commande.',
    'payload-too-large': 'La requête est trop volumineuse.',
    'unsupported-media-type': 'Format non reconnu\u00a0: envoyez du JSON (Content-Type\u00a0: application/json).',
    'too-many-requests': 'Trop de tentatives en peu de temps. Patientez un peu, puis réessayez.',
    'internal-error':
      'Un problème est survenu de notre côté. S’il se répète, indiquez-nous cette référence\u00a0: {{reference}}.',
    'payment-unavailable':
      'La page de paiement est inaccessible pour le moment. Rien n’a été débité\u202f; réessayez dans une minute.',
    unavailable: 'Le service est très sollicité. Réessayez dans une minute.',
  },
  picture: {
    from: 'à partir de {{price}}',
    none: 'Aucun forfait pour le moment',
    countries_one: '{{count}} pays',
    countries_other: '{{count}} pays',
  },
  docs: {
    title: 'API du catalogue',
    intro:
      'Nos destinations, forfaits et prix en JSON, pour tout site ou programme. L’accès est en lecture seule et sans clé\u202f; les données sont celles de nos pages.',
    openApi: 'Description OpenAPI (JSON)',
    calls: {
      listDestinations:
        'Toutes les destinations où un forfait fonctionne, dans l’ordre de la boutique, avec leur prix le plus bas.',
      showDestination:
        'Une destination\u00a0: ses forfaits avec leurs prix et ce que notre fournisseur en indique, les forfaits régionaux et mondiaux valables sur place, et les pays couverts.',
    },
    slug: 'Le nom de la destination dans les adresses, par exemple «\u00a0france\u00a0». La liste les contient tous.',
    whole: 'Un nombre entier à partir de {{least}}\u202f; {{initial}} par défaut.',
    most: 'Au plus {{most}}.',
    rulesTitle: 'Bon à savoir',
    money:
      'Les montants sont en cents de dollar américain, sans décimales. 1\u00a0Go vaut 1\u202f024\u00a0Mo. Quand une information vaut null, notre fournisseur ne l’indique pas.',
    caching:
      'Chaque réponse porte un ETag. Renvoyez-le dans If-None-Match\u00a0: tant que rien n’a changé, la réponse est 304, sans contenu.',
    failures: 'Une erreur donne son code et le champ en cause.',
    back: 'Retour à {{brand}}',
  },
  rules: {
    required: 'il est obligatoire',
    type: 'il n’est pas du bon type',
    email: 'saisissez une adresse e-mail, par exemple nom@exemple.fr',
    'too-long': 'il est trop long',
    uuid: 'un UUID est attendu',
    'one-of': 'choisissez l’une des valeurs proposées',
    unknown: 'il est inconnu ici',
    'must-be-true': 'il doit être confirmé',
    value: 'cette valeur n’est pas admise',
  },
} satisfies Same<typeof english>;
