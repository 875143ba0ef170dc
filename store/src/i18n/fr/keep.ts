import type { Same } from '../same.ts';
import type { keep as english } from '../en/keep.ts';

export const keep = {
  title: 'Garder sur ce téléphone',
  text: 'S’ouvre sans Internet, pour votre arrivée. Ce navigateur conserve alors le nom, le forfait, le code QR et les codes de vos eSIM, non chiffrés, jusqu’à 30\u00a0jours après la fin du forfait. Vous pouvez les supprimer à tout moment\u202f; la déconnexion les supprime aussi.',
  textGuest:
    'S’ouvre sans Internet, pour votre arrivée. Ce navigateur conserve alors le nom, le forfait, le code QR et les codes de vos eSIM, non chiffrés, jusqu’à 30\u00a0jours après la fin du forfait. Vous pouvez les supprimer à tout moment.',
  ownPhone: 'Uniquement sur un téléphone qui vous appartient.',
  ask: 'Garder sur ce téléphone',
  done: 'Conservé sur ce téléphone',
  doneText:
    'Ouvrez ce site sans Internet pour retrouver vos eSIM\u00a0: copie enregistrée le {{date}} à {{time}}. Certains navigateurs effacent les données d’un site après 7\u00a0jours sans visite\u202f; un site ajouté à l’écran d’accueil les conserve.',
  remove: 'Supprimer de ce téléphone',
  removed: 'Supprimé de ce téléphone.',
  full: 'Il n’y a plus de place sur ce téléphone. Libérez de l’espace, puis réessayez.',
  unavailable:
    'Ce navigateur ne laisse pas les sites conserver de données, comme en navigation privée. Enregistrez plutôt le code QR.',
  failed: 'La copie n’a pas pu être enregistrée. Vérifiez votre connexion, puis réessayez.',
} satisfies Same<typeof english>;
