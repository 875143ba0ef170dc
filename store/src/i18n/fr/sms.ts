import type { Same } from '../same.ts';
import type { sms as english } from '../en/sms.ts';

export const sms: Same<typeof english> = {
  'sign-in': '{{code}} est votre code de connexion {{brand}}. Nous ne le demandons jamais par téléphone.',
  enrol: '{{code}} est votre code {{brand}} pour activer la connexion en deux étapes. Ne le donnez à personne.',
  'second-factor': '{{code}} est votre code {{brand}} pour la deuxième étape. Ne le donnez à personne.',
};
