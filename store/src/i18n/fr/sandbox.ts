import type { Same } from '../same.ts';
import type { sandbox as english } from '../en/sandbox.ts';

export const sandbox = {
  title: 'Bac à sable',
  intro:
    '{{brand}} tourne en mode bac à sable\u00a0: ni argent, ni eSIM, ni e-mail réels. Tout le reste fonctionne comme en production.',
  places: 'Où trouver quoi',
  inbox: 'Boîte de réception\u00a0: tous les e-mails envoyés par la boutique',
  messages: 'Les mêmes e-mails en JSON',
  texts: 'Téléphones\u00a0: tous les SMS que la boutique envoie',
  payments: 'Registre des paiements (JSON)',
  wholesale: 'Registre du grossiste (JSON)',
  esims: 'eSIM du grossiste\u00a0: les installer, consommer des données, faire passer le temps',
  providers: 'Registre du bac à sable Google et Facebook\u00a0: personnes et connexions (JSON)',
  demo: {
    title: 'Compte de démonstration',
    text: 'Un compte avec deux eSIM en service.',
    email: 'Adresse e-mail',
    password: 'Mot de passe',
    signIn: 'Se connecter avec ce compte',
  },
  cards: 'Cartes de test',
  cardHint: 'N’importe quelle date à venir, n’importe quel cryptogramme à trois chiffres.',
  card: {
    ok: 'Acceptée immédiatement',
    secure: 'Demande d’abord une authentification 3-D Secure',
    declined: 'Refusée',
    funds: 'Refusée\u00a0: provision insuffisante',
    expired: 'Refusée\u00a0: carte expirée',
    cvc: 'Refusée\u00a0: cryptogramme erroné',
    refundFails: 'Acceptée\u202f; le remboursement échoue ensuite',
  },
  back: 'Retour à {{brand}}',
} satisfies Same<typeof english>;
