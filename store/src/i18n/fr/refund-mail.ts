import type { Same } from '../same.ts';
import type { refundMail as english } from '../en/refund-mail.ts';

export const refundMail = {
  received: {
    subject: 'Votre demande de remboursement\u00a0: {{what}}',
    title: 'Une personne examine votre demande',
    fault:
      'Vous nous avez signalé un problème avec {{what}} et demandez jusqu’à {{upTo}}. Les relevés du réseau sont joints à votre demande\u00a0: vous n’avez rien à prouver.',
    withdrawal:
      'Vous avez renoncé au contrat pour {{what}}. Avant de rembourser jusqu’à {{upTo}}, une personne doit vérifier ce qui a été consommé.',
    unused:
      'Vous avez demandé le remboursement de {{upTo}} pour {{what}}. Il n’a pas pu se faire automatiquement\u00a0: une personne s’en occupe.',
    by: 'Vous aurez une réponse au plus tard le {{date}}.',
    nothing: 'D’ici là, vous n’avez rien à faire.',
  },
  granted: {
    subject: 'Votre demande de remboursement\u00a0: {{amount}} vous sont rendus',
    title: '{{amount}} vous sont rendus',
    text: 'Nous avons examiné votre demande pour {{what}} et vous remboursons {{amount}} sur {{price}}. Un autre e-mail vous préviendra quand le remboursement sera en cours.',
  },
  refused: {
    subject: 'Votre demande de remboursement\u00a0: {{what}}',
    title: 'Nous ne pouvons pas vous rembourser',
    text: 'Nous avons examiné votre demande pour {{what}}, et nous ne pouvons pas y donner suite.',
  },
  answer: 'Notre réponse',
  ask: 'Une question\u202f? {{contact}}',
  reasons: {
    asked:
      'Comme vous l’avez demandé, nous vous avons remboursé {{what}}, soit {{total}}. Si l’eSIM est sur votre téléphone, supprimez-la\u00a0: elle ne doit plus être utilisée.',
    withdrawal: 'Vous avez renoncé au contrat pour {{what}}\u00a0: nous vous avons remboursé {{total}}.',
    withdrawalPart:
      'Vous avez renoncé au contrat pour {{what}}\u00a0: nous vous avons remboursé {{total}} sur {{paid}}. Le reste correspond à ce qui avait été consommé.',
  },
} satisfies Same<typeof english>;
