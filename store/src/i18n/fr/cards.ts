import type { Same } from '../same.ts';
import type { cards as english } from '../en/cards.ts';

export const cards = {
  title: 'Cartes enregistrées',
  text: 'Conservées par notre prestataire de paiement. Nous gardons la marque, les quatre derniers chiffres et la date de fin.',
  places: 'Compte',
  details: 'Informations',
  notices: 'Notifications',
  failed: 'Impossible de charger vos cartes',
  failedText: 'Rien n’a changé. Vérifiez votre connexion et réessayez.',
  loading: 'Chargement de vos cartes.',
  list: 'Vos cartes',
  name: '{{brand}} se terminant par {{digits}}',
  until: 'Jusqu’au {{end}}.',
  thisMonth: 'Expire ce mois-ci, {{end}}',
  ended: 'Expirée, {{end}}',
  use: ', recharge automatique',
  spent: 'sur {{cap}}',
  unused: 'Aucune recharge automatique ne l’utilise',
  none: 'Aucune carte enregistrée',
  noneText:
    'Avec une carte enregistrée, une eSIM peut se recharger toute seule pendant votre voyage, sans jamais dépasser le plafond que vous fixez.',
  notOffered: 'Notre prestataire de paiement ne conserve pas de cartes pour le moment.',
  away: 'Notre prestataire de paiement ne répond pas. Voici vos cartes telles que nous les avons vues la dernière fois\u202f; réessayez dans quelques minutes.',
  lost: 'Vos cartes ne sont plus chez notre prestataire de paiement\u00a0: nous les avons retirées d’ici. Les recharges automatiques qu’elles payaient sont désactivées. Ajoutez une carte pour les réutiliser.',
  done: 'La carte est enregistrée. Rien n’a été débité.',
  waiting: 'Le prestataire de paiement n’a pas encore confirmé la carte. Elle apparaîtra ici dès que ce sera fait.',
  cancelled: 'Aucune carte n’a été ajoutée.',
  add: 'Ajouter une carte',
  adding: 'La page du prestataire de paiement s’ouvre.',
  addText: 'Sur la page du prestataire de paiement. Rien n’est débité.',
  consent:
    'En ajoutant une carte, vous nous autorisez à la faire conserver par notre prestataire de paiement et à la débiter pour les recharges automatiques que vous activez, dans la limite de leur plafond. Vous pouvez la supprimer ici à tout moment.',
  renews:
    'Votre banque renouvelle certaines cartes d’elle-même\u00a0: la nouvelle date de fin apparaît alors ici, et les recharges automatiques continuent.',
  checkout: {
    save: 'Enregistrer cette carte pour les recharges automatiques',
    text: 'Notre prestataire de paiement la conserve. Nous ne la débitons que pour les recharges automatiques que vous activez, dans la limite de leur plafond. Vous pouvez la supprimer dans votre compte à tout moment.',
  },
  remove: {
    action: 'Supprimer',
    label: 'Supprimer {{brand}} se terminant par {{digits}}',
    close: 'Fermer',
    ask: 'Notre prestataire de paiement oublie la carte. Pour la réutiliser, il faudra l’ajouter de nouveau.',
    uses_one:
      'Une recharge automatique est payée avec cette carte. Elle sera désactivée en même temps\u202f; nous vous préviendrons par e-mail quand il reste peu de données.',
    uses_other:
      '{{count}} recharges automatiques sont payées avec cette carte. Elles seront désactivées en même temps\u202f; nous vous préviendrons par e-mail quand il reste peu de données.',
    spent: '{{spent}} sur {{cap}}',
    refunds: 'Les remboursements d’anciennes commandes reviennent toujours sur cette carte.',
    keep: 'Garder la carte',
    confirm: 'Supprimer {{brand}} {{digits}}',
    done: '{{brand}} se terminant par {{digits}} est supprimée.',
    changed: 'Une recharge automatique vient d’être liée à cette carte. Vérifiez avant de la supprimer.',
    failed: 'La carte n’a pas été supprimée. Vérifiez votre connexion et réessayez.',
    away: 'Notre prestataire de paiement ne répond pas\u00a0: la carte n’a pas été supprimée. Réessayez dans quelques minutes.',
  },
  errors: {
    tooMany: 'Votre compte a atteint le nombre maximal de cartes enregistrées. Supprimez-en une d’abord.',
    tooOften: 'Trop d’essais. Réessayez dans une heure.',
    away: 'Notre prestataire de paiement ne répond pas. Réessayez dans quelques minutes.',
    failed: 'La page ne s’est pas ouverte. Vérifiez votre connexion et réessayez.',
    changed: 'Le texte sur les cartes enregistrées a changé. Rechargez cette page et relisez-le.',
  },
} satisfies Same<typeof english>;
