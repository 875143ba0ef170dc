import type { Same } from '../same.ts';
import type { phone as english } from '../en/phone.ts';

export const phone: Same<typeof english> = {
  signIn: {
    title: 'Connexion par téléphone',
    text: 'Nous envoyons un code par SMS. Les tarifs de votre opérateur s’appliquent.',
    submit: 'Se connecter',
  },
  add: {
    title: 'Votre numéro de téléphone',
    text: 'Nous envoyons un code par SMS. Les tarifs de votre opérateur s’appliquent.',
    submit: 'Enregistrer le numéro',
  },
  prove: {
    title: 'C’est bien vous\u202f?',
    text: 'Nous envoyons un code par SMS à votre numéro.',
    submit: 'Continuer',
  },
  factor: {
    title: 'Ajouter un téléphone',
    text: 'À chaque connexion, nous y envoyons un code par SMS. Les tarifs de votre opérateur s’appliquent.',
    submit: 'Activer',
  },
  enter: { title: 'Saisissez le code', sentTo: 'Envoyé au {{number}}.', wrong: 'Numéro incorrect\u202f?' },
  number: 'Numéro de téléphone',
  country: 'Pays',
  hint: 'Un numéro qui reçoit des SMS en ce moment. Une eSIM de voyage n’en a pas.',
  send: 'Envoyer le code',
  missing: 'Saisissez votre numéro de téléphone.',
  invalid: 'Ce numéro de téléphone ne semble pas valide.',
  notThere: 'Nous ne pouvons pas envoyer de code aux numéros de ce pays.',
  code: 'Code à six chiffres',
  codeShort: 'Saisissez les six chiffres.',
  newIn: 'Nouveau code dans {{time}}',
  again: 'Envoyer un nouveau code',
};
