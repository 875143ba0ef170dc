import type { Same } from '../same.ts';
import type { contact as english } from '../en/contact.ts';

export const contact = {
  title: 'Nous contacter',
  description:
    'Pas de connexion, un remboursement, une eSIM qui n’est pas arrivée\u00a0: la réponse la plus rapide à chaque question, et un formulaire que nous lisons vraiment.',
  lead: 'De quoi avez-vous besoin\u202f? Les trois premières questions trouvent en général leur réponse tout de suite.',
  needs: {
    title: 'De quoi avez-vous besoin\u202f?',
    connection: {
      title: 'Je n’ai pas de connexion',
      text: 'Les points à vérifier, du plus fréquent au plus rare.',
      action: 'Rétablir la connexion',
    },
    refund: {
      title: 'Je veux un remboursement',
      text: 'Dans quels cas nous remboursons, et comment le demander.',
      action: 'Remboursements',
    },
    arrival: {
      title: 'Je n’ai pas reçu mon eSIM',
      text: 'Elle s’affiche sur la page de votre commande, d’où vous pouvez vous la renvoyer par e-mail.',
      action: 'Retrouver ma commande',
    },
    other: {
      title: 'Autre chose',
      text: 'Une personne vous lit et vous répond par e-mail.',
      action: 'Écrire',
    },
  },
  form: {
    title: 'Écrivez-nous',
    text: 'Vous recevrez un e-mail avec un numéro de suivi. Répondez-y pour ajouter une précision, avec des captures d’écran si elles sont utiles.',
    topic: 'De quoi s’agit-il\u202f?',
    choose: 'Choisissez un sujet',
    name: 'Nom (facultatif)',
    email: 'Adresse e-mail',
    emailHint: 'Notre réponse arrivera à cette adresse.',
    order: 'Numéro de commande (facultatif)',
    orderHint: 'Huit lettres et chiffres, indiqués sur votre reçu.',
    language: 'Langue de la réponse',
    languageHint: 'Vous pouvez aussi écrire votre message dans cette langue.',
    message: 'Message',
    messageHint:
      'Le pays, le téléphone et ce que vous avez déjà essayé. N’envoyez jamais de mot de passe ni de numéro de carte.',
    website: 'Laissez ce champ vide',
    send: 'Envoyer',
    sending: 'Envoi de votre message',
  },
  topics: {
    connection: 'Pas de connexion ou connexion lente',
    installation: 'Installation d’une eSIM',
    order: 'Une commande ou un paiement',
    refund: 'Un remboursement',
    account: 'Mon compte',
    other: 'Autre chose',
  },
  faults: {
    topic: 'Choisissez un sujet.',
    nameTooLong: 'Raccourcissez le nom à 100 caractères.',
    order: 'Un numéro de commande compte huit lettres et chiffres. Si vous ne l’avez pas, laissez le champ vide.',
    language: 'Choisissez une de ces langues.',
    messageMissing: 'Écrivez votre message.',
    messageTooLong:
      'Raccourcissez votre message à 5\u202f000 caractères. Vous pourrez envoyer la suite dans un second message.',
    website: 'Ce champ a été rempli automatiquement. Videz-le, puis envoyez à nouveau le formulaire.',
  },
  problem: {
    title: 'Votre message n’a pas été envoyé',
    tooMany:
      'Trop de messages ont été envoyés depuis votre réseau ou pour cette adresse. Votre texte est conservé\u00a0: patientez un peu, puis renvoyez-le.',
    failed: 'Un problème est survenu de notre côté. Votre texte est conservé\u00a0: renvoyez-le dans un instant.',
    network: 'La boutique est injoignable. Votre texte est conservé\u00a0: vérifiez votre connexion, puis renvoyez-le.',
    fields: 'Vérifiez les champs ci-dessous. Votre texte est conservé.',
  },
  sent: {
    title: 'Votre message nous est parvenu',
    number: 'Numéro de suivi {{number}}',
    text: 'Nous avons envoyé ce numéro à {{email}}. Répondez à cet e-mail pour ajouter une précision. Vous ne le trouvez pas\u202f? Regardez dans vos courriers indésirables et vérifiez l’adresse saisie.',
    again: 'Écrire un autre message',
  },
  facts: {
    title: 'Nous joindre',
    hours: 'Horaires',
    languages: 'Langues',
    answer: 'Réponse',
    answerText: 'Par e-mail, écrite par une personne de notre équipe',
    email: 'E-mail',
    phone: 'Téléphone',
    address: 'Adresse',
    company: 'Société',
    notice: 'Toutes les mentions légales',
  },
} satisfies Same<typeof english>;
