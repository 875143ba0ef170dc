import type { Same } from '../same.ts';
import type { topup as english } from '../en/topup.ts';

export const topup = {
  title: 'Recharger votre eSIM {{destination}}',
  lede: 'Plus de données sur l’eSIM que vous avez déjà. Rien à installer.',
  crumbs: 'Fil d’Ariane',
  order: 'Commande {{number}}',
  close: 'Fermer',
  plans: 'Forfait à ajouter',
  now: 'Maintenant',
  after: 'Ensuite',
  nothing: 'Plus rien',
  onStart_one: '{{count}} jour dès son début',
  onStart_other: '{{count}} jours dès son début',
  rules: {
    order:
      'La même eSIM, rien à installer. Les forfaits s’utilisent dans l’ordre où ils ont été ajoutés\u00a0: d’abord ce qui reste, puis celui-ci.',
    two: 'Si deux personnes rechargent cette eSIM en même temps, les deux forfaits sont ajoutés, dans l’ordre des paiements.',
    refund: 'Si le forfait ne peut pas être ajouté, nous vous remboursons automatiquement la totalité.',
  },
  terms:
    'En payant, vous acceptez les <terms>conditions générales</terms> et la <refund>politique de remboursement</refund>, et vous demandez l’ajout immédiat du forfait. Vous pouvez vous rétracter pendant 14\u00a0jours. La <privacy>politique de confidentialité</privacy> précise ce que deviennent vos données.',
  newTab: '(s’ouvre dans un nouvel onglet)',
  pay: 'Payer {{price}}',
  where:
    'Vous payez sur la page de notre prestataire de paiement, puis revenez directement ici. Le reçu part à l’adresse {{email}}.',
  opening: 'Ouverture de la page de paiement',
  openLink: 'Aller à la page de paiement',
  loading: 'Nous demandons à l’opérateur ce qui peut être ajouté…',
  reason: {
    notReady: {
      title: 'Cette eSIM n’est pas encore livrée',
      text: 'Vous pourrez la recharger dès qu’elle sera prête.',
    },
    ended: {
      title: 'Cette eSIM ne peut plus être rechargée',
      text: 'Son opérateur y a mis fin. Une nouvelle eSIM fonctionne pour le même voyage.',
    },
    replaced: {
      title: 'Une autre eSIM remplace celle-ci',
      text: 'La page de la commande montre celle qui est maintenant la vôtre.',
    },
    notSupported: {
      title: 'Cette eSIM ne se recharge pas',
      text: 'Son opérateur n’y ajoute pas de données. Une nouvelle eSIM fonctionne pour le même voyage.',
    },
    noneOffered: {
      title: 'Il n’y a rien à ajouter à cette eSIM en ce moment',
      text: 'Son opérateur ne propose aucun forfait pour elle actuellement. Une nouvelle eSIM fonctionne pour le même voyage.',
    },
    unavailableNow: {
      title: 'Impossible de voir ce qui peut être ajouté',
      text: 'Le système de l’opérateur ne répond pas. Réessayez dans un instant, ou achetez une nouvelle eSIM pour le même voyage.',
    },
    refunded: {
      title: 'Cette eSIM a été remboursée',
      text: 'Elle ne peut pas être rechargée. Une nouvelle eSIM fonctionne pour le même voyage.',
    },
    disputed: {
      title: 'Le paiement de cette eSIM est en cours d’examen',
      text: 'Elle ne peut pas être rechargée avant la décision de votre banque. Une nouvelle eSIM fonctionne pour le même voyage.',
    },
  },
  instead: 'Une nouvelle eSIM {{destination}}, {{data}} pour {{price}}, avec son propre code.',
  insteadAny: 'Une nouvelle eSIM {{destination}}, avec son propre code.',
  retry: 'Réessayer',
  toOrder: 'Voir la commande',
  problem: {
    title: 'Rien n’a été débité',
    network:
      'Nous n’avons pas pu joindre la boutique. Votre choix est conservé\u00a0: vérifiez votre connexion, puis réessayez.',
    timeout:
      'La boutique met trop de temps à répondre. Votre choix est conservé. Réessayez\u00a0: vous ne pouvez pas être débité deux fois.',
    priceChanged:
      'Le prix a changé entre-temps\u00a0: il est maintenant de {{price}}. Payez de nouveau s’il vous convient.',
    termsChanged: 'Nos conditions ont changé entre-temps. Lisez-les, puis payez de nouveau si elles vous conviennent.',
    gone: 'Ce forfait ne peut plus être ajouté. Choisissez-en un autre.',
    tooMany: 'Trop de demandes en peu de temps. Patientez quelques minutes, puis réessayez.',
    payment: 'Nous ne pouvons pas ouvrir la page de paiement pour le moment. Réessayez dans un instant.',
    choose: 'Choisissez d’abord un forfait.',
    session: 'Votre session a expiré. Reconnectez-vous, ou ouvrez le lien que nous vous avons envoyé par e-mail.',
    other: 'Une erreur s’est produite de notre côté. Réessayez dans un instant.',
    paidTitle: 'Cette recharge est déjà payée',
    paid: 'Pour ajouter encore une fois le même forfait, appuyez de nouveau sur Payer.',
    reload: 'Recharger la page',
  },
  row: {
    title: 'Recharger cette eSIM',
    text: 'Plus de données sur la même eSIM. Rien à installer.',
    ended:
      'Sa durée est écoulée. Certains opérateurs y ajoutent encore un forfait\u00a0: nous leur demandons, et nous vous disons si ce n’est pas le cas.',
    deleted: 'Cette eSIM a été supprimée\u00a0: elle ne peut plus être rechargée.',
    notSupported: 'Cette eSIM ne se recharge pas\u00a0: son opérateur n’y ajoute pas de données.',
    again:
      'Une nouvelle eSIM {{destination}}, {{data}} pour {{price}}. Pour un second téléphone ou le prochain voyage.',
    againAny: 'Une nouvelle eSIM {{destination}}. Pour un second téléphone ou le prochain voyage.',
  },
  history: {
    title: 'Recharges et reçus',
    first: '{{date}}, premier achat',
    topUp: '{{date}}, recharge',
    adding: 'Ajout en cours',
    refunding: 'Remboursement en cours',
    refunded: 'Remboursé',
    receipt: 'Reçu {{number}}',
  },
  ofOrder: {
    adding: 'Ajout du forfait à votre eSIM',
    added: 'Ajouté à votre eSIM',
    addedText: 'Cette page l’affichera, et nous vous écrirons aussi.',
    preparing: 'Le forfait est en cours d’ajout à votre eSIM.',
    close: 'Vous pouvez fermer cette page\u00a0: nous vous écrirons à {{email}} dès que le forfait sera ajouté.',
    lateTitle: 'Votre recharge a du retard',
    late: 'L’opérateur n’a pas encore ajouté le forfait. Nous réessayons jusqu’à {{time}}. S’il n’est pas ajouté d’ici là, nous vous remboursons automatiquement la totalité, soit {{total}}. Vous pouvez fermer cette page\u00a0: dans tous les cas, nous vous écrirons à {{email}}.',
    lateNoTime:
      'L’opérateur n’a pas encore ajouté le forfait. Nous réessayons. S’il ne peut pas être ajouté, nous vous remboursons automatiquement la totalité, soit {{total}}. Vous pouvez fermer cette page\u00a0: dans tous les cas, nous vous écrirons à {{email}}.',
    unpaid: '{{plan}}. Nous l’ajoutons à votre eSIM dès le paiement.',
    done: 'Votre eSIM {{destination}} est rechargée',
    doneText: 'Ajouté\u00a0: {{data}}, {{days}}. Commande {{number}}. Il n’y a rien à installer.',
    firstUsed:
      'Ce qui était déjà sur l’eSIM s’utilise d’abord. La page de l’eSIM montre tous ses forfaits dans l’ordre d’utilisation.',
    toEsim: 'Voir ce qui reste',
    failedTitle: 'Nous n’avons pas pu ajouter le forfait',
    failedText:
      'Il ne peut pas être ajouté à cette eSIM. Nous vous remboursons la totalité, soit {{total}}. Vous n’avez rien à faire.',
    reason: 'Motif\u00a0: le forfait n’a pas pu être ajouté à votre eSIM.',
    announce: {
      paid: 'Paiement reçu. Le forfait est en cours d’ajout.',
      delayed: 'Votre recharge a du retard. Nous réessayons.',
      fulfilled: 'Le forfait est ajouté à votre eSIM.',
    },
  },
} satisfies Same<typeof english>;
