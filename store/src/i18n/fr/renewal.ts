import type { Same } from '../same.ts';
import type { renewal as english } from '../en/renewal.ts';

export const renewal = {
  confirmed: {
    subject: 'Une nouvelle eSIM {{place}} est en préparation',
    title: 'Votre nouvelle eSIM {{place}} est en préparation',
    text: 'Nous avons accepté votre demande. Ce qui reste de votre forfait, {{data}}, passe sur une nouvelle eSIM. Vous ne payez rien. Son code vous arrive par e-mail et s’affiche sur la page de la commande {{number}}, en général en moins d’une minute.',
  },
  refused: {
    subject: 'Votre demande de nouvelle eSIM {{place}}',
    title: 'Nous ne pouvons pas remplacer cette eSIM',
    text: 'Nous avons examiné votre demande de nouvelle eSIM {{place}} pour la commande {{number}}, et nous ne pouvons pas y donner suite.',
  },
  failed: {
    subject: 'Votre nouvelle eSIM {{place}} n’a pas pu être créée',
    title: 'La nouvelle eSIM n’a pas pu être créée',
    text: 'Aucun opérateur n’a pu livrer une nouvelle eSIM {{place}} pour la commande {{number}}. Ce qui reste de votre forfait, {{data}}, est toujours à vous. Répondez à cet e-mail ou écrivez-nous depuis la page de la commande\u00a0: nous chercherons une solution avec vous.',
  },
  old: {
    confirmed: 'L’ancienne eSIM cesse de fonctionner. Si vous avez encore l’ancien téléphone, supprimez-la.',
    refused: 'Rien n’a changé\u00a0: votre eSIM actuelle reste en service.',
    stopped: 'L’ancienne eSIM ne fonctionne déjà plus.',
    failed: 'Votre eSIM actuelle reste en service.',
  },
  ask: 'Une question\u202f? {{contact}}',
} satisfies Same<typeof english>;
