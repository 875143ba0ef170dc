import type { Same } from '../same.ts';
import type { autoTopUpMail as english } from '../en/auto-top-up-mail.ts';

export const autoTopUpMail = {
  off: 'Désactiver la recharge automatique',
  card: 'votre carte enregistrée',
  month: 'Ce mois-ci, vous avez dépensé {{spent}} sur votre plafond de {{cap}}.',
  added:
    'Il restait {{percent}} ou moins sur votre eSIM {{place}}. Comme convenu, la recharge automatique a débité {{price}} ({{card}}) et ajouté {{data}} pour {{days}}.',
  authentication: {
    subject: 'Confirmez {{price}} pour votre eSIM {{place}}',
    title: 'Votre banque vous demande de confirmer',
    preheader: 'Rien n’a encore été débité.',
    text: 'Il reste peu de données sur votre eSIM {{place}}. La recharge automatique voulait ajouter {{data}} pour {{price}} ({{card}}), et la banque vous demande de confirmer ce paiement. Rien n’a encore été débité.',
    next: 'Confirmez-le sur la page de la commande. Les données sont alors ajoutées, et la recharge automatique continue.',
    button: 'Confirmer le paiement',
  },
  declined: {
    subject: 'La recharge automatique de votre eSIM {{place}} est arrêtée',
    title: 'La recharge automatique est arrêtée',
    preheader: 'Rien n’a été débité.',
    text: 'Il reste peu de données sur votre eSIM {{place}}. La recharge automatique voulait ajouter {{data}} pour {{price}}, mais le paiement a été refusé ({{card}}). Rien n’a été débité, et nous ne réessayons pas.',
    gone: 'Il reste peu de données sur votre eSIM {{place}}. La recharge automatique voulait ajouter {{data}} pour {{price}}, mais cette carte ne peut plus être débitée ({{card}}). Rien n’a été débité, et nous ne réessayons pas.',
    next: 'Pour continuer, réactivez-la avec une autre carte sur la page de votre eSIM, ou rechargez vous-même.',
    button: 'Ouvrir la page de l’eSIM',
  },
  capped: {
    subject: 'Le plafond de votre recharge automatique est atteint',
    title: 'Votre plafond est atteint',
    preheader: 'Plus rien n’est débité ce mois-ci.',
    text: 'Il reste peu de données sur votre eSIM {{place}}. Ajouter {{data}} pour {{price}} dépasserait votre plafond de {{cap}} par mois\u00a0: rien n’a été ajouté, rien n’a été débité.',
    next: 'Vous pouvez relever le plafond ou recharger vous-même sur la page de votre eSIM. Le mois suivant commence le {{date}} (UTC).',
    button: 'Ouvrir la page de l’eSIM',
  },
  ended: {
    subject: 'La recharge automatique de votre eSIM {{place}} est désactivée',
    title: 'La recharge automatique est désactivée',
    preheader: 'Plus rien n’est débité automatiquement.',
    because: {
      ended: 'Votre eSIM {{place}} est terminée, et la recharge automatique avec elle.',
      replaced: 'Votre eSIM {{place}} a été remplacée par une autre, et la recharge automatique s’arrête avec elle.',
      refunded: 'Votre eSIM {{place}} a été remboursée, et la recharge automatique s’arrête avec elle.',
      disputed: 'Un paiement de votre eSIM {{place}} est contesté\u00a0: la recharge automatique a été désactivée.',
      'plan-gone':
        'Il n’est plus possible d’ajouter {{data}} pour {{days}} à votre eSIM {{place}}\u00a0: la recharge automatique a été désactivée.',
      dearer:
        'Pour votre eSIM {{place}}, le forfait de {{data}} coûte maintenant plus que les {{price}} convenus\u00a0: la recharge automatique a été désactivée.',
      restored:
        'Nous avons dû restaurer nos registres. Pour que rien ne soit débité deux fois, la recharge automatique de votre eSIM {{place}} a été désactivée.',
      returned:
        'La dernière recharge de votre eSIM {{place}} a été remboursée\u00a0: la recharge automatique est arrêtée.',
      'card-removed':
        'La carte qui la payait a été retirée\u00a0: la recharge automatique de votre eSIM {{place}} a été désactivée.',
      'by-operator': 'Notre service client a désactivé la recharge automatique de votre eSIM {{place}}.',
    },
    next: 'Plus rien n’est débité automatiquement. Si des données peuvent encore être ajoutées, vous pouvez la réactiver sur la page de l’eSIM.',
    button: 'Ouvrir la page de l’eSIM',
  },
} satisfies Same<typeof english>;
