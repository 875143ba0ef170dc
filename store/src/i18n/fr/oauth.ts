import type { Same } from '../same.ts';
import type { oauth as english } from '../en/oauth.ts';

export const oauth: Same<typeof english> = {
  title: 'Connexion · {{brand}}',
  leaving: { title: 'Un instant', text: 'Nous vous dirigeons vers la page de connexion.' },
  done: {
    title: 'C’est fait',
    text: 'La connexion se poursuit sur la page de départ. Cette fenêtre se ferme automatiquement.',
  },
  failed: {
    title: 'Vous n’êtes pas connecté',
    text: 'La page de départ vous indique pourquoi. Cette fenêtre se ferme automatiquement.',
  },
  over: {
    title: 'Cette fenêtre ne sert plus',
    text: 'Cette connexion est terminée ou a déjà servi. Fermez la fenêtre et recommencez sur {{brand}}.',
  },
  refused: {
    title: 'Cette application ne peut pas vous connecter ici',
    text: 'L’application qui a ouvert cette fenêtre n’est pas autorisée à utiliser la connexion de {{brand}}. Fermez la fenêtre et signalez-le à l’éditeur de l’application.',
  },
  close: 'Fermer cette fenêtre',
};
