import type { Same } from '../same.ts';
import type { mail as english } from '../en/mail.ts';

export const mail = {
  colon: '\u00a0:',
  stagingSubject: '[Préproduction] {{subject}}',
  footer: {
    order: 'Message envoyé à la suite d’une commande passée avec votre adresse.',
    account: 'Message envoyé à la suite de l’ouverture d’un compte avec votre adresse.',
    asked: 'Message envoyé à la suite d’une demande faite sur notre site avec votre adresse.',
  },
  validity: {
    'first-usage': '{{days}} à compter de la première utilisation',
    installation: '{{days}} à compter de l’installation',
  },
  card: '{{brand}} se terminant par {{last4}}',
  what: {
    esim: 'votre eSIM {{place}}',
    topUp: 'la recharge de votre eSIM {{place}}',
    order_one: 'votre commande d’une eSIM',
    order_other: 'votre commande de {{count}} eSIM',
  },
  receipt: {
    title: 'Reçu',
    number: 'Numéro de commande',
    email: 'Adresse e-mail',
    date: 'Date',
    item: 'Article',
    itemText: 'eSIM {{place}}, {{data}}',
    topUpText: 'Recharge {{place}}, {{data}}',
    total: 'Total',
    card: 'Réglé par carte',
    pdf: 'Reçu, PDF',
  },
  esimReady: {
    subject: 'Votre eSIM {{place}} est prête',
    preheader: 'Installez-la en Wi-Fi, si possible avant de partir. {{data}}, {{validity}}.',
    intro:
      'Voici tout ce qu’il faut à votre téléphone\u00a0: {{data}} de données, {{validity}}. Installez l’eSIM tant que vous disposez du Wi-Fi, si possible avant de partir.',
    warning: {
      title: 'Avant de commencer',
      once: 'Le code ne fonctionne qu’une fois, sur un seul téléphone.',
      wifi: 'Restez en Wi-Fi jusqu’à ce que le téléphone indique que l’eSIM est installée.',
      keep: 'Ne supprimez pas l’eSIM du téléphone pour recommencer\u00a0: en général, elle ne peut pas être réinstallée.',
    },
    oneTap: {
      title: 'Sur le téléphone lui-même\u00a0: en un geste',
      iphone: 'Installer sur iPhone',
      android: 'Installer sur Android',
      note: 'Il faut iOS 17.4 ou une version ultérieure sur iPhone, et une version récente des services Google Play sur Android. Sur un appareil plus ancien, utilisez le code ci-dessous.',
    },
    qr: {
      title: 'Depuis un autre écran\u00a0: avec le code QR',
      text: 'Ouvrez ce message sur un ordinateur ou un second téléphone, ou imprimez-le, puis scannez le code avec le téléphone que vous emportez. Il est également joint sous le nom {{filename}}.',
      alt: 'Code QR qui installe l’eSIM',
    },
    manual: {
      title: 'En saisissant les codes',
      smdp: 'Adresse SM-DP+',
      activation: 'Code d’activation',
      confirmation: 'Code de confirmation',
      lpa: 'Code complet (Android)',
      apn: 'Point d’accès (APN)',
    },
    iphone: {
      title: 'Sur iPhone, pas à pas',
      add: 'Ouvrez Réglages, puis Données cellulaires, et touchez Ajouter une eSIM.',
      enter:
        'Touchez Utiliser un code QR et scannez le code. Pour le saisir, touchez Saisir les détails manuellement et recopiez l’adresse SM-DP+ et le code d’activation.',
      line: 'Une fois l’eSIM installée, choisissez la nouvelle ligne pour les données cellulaires et gardez votre ligne habituelle pour les appels.',
      arrive:
        'À l’arrivée, activez la nouvelle ligne, puis Données à l’étranger. Désactivez cette option sur votre ligne habituelle.',
    },
    android: {
      title: 'Sur Android, pas à pas',
      add: 'Ouvrez Paramètres, puis Réseau et Internet, Cartes SIM (sur Samsung\u00a0: Connexions, Gestionnaire SIM), et touchez Ajouter une eSIM.',
      enter:
        'Scannez le code QR. Pour le saisir, choisissez la saisie manuelle et recopiez le code complet, qui commence par LPA:1.',
      line: 'Une fois l’eSIM installée, choisissez-la pour les données mobiles et gardez votre SIM habituelle pour les appels.',
      arrive: 'À l’arrivée, activez l’eSIM et son itinérance. Désactivez l’itinérance sur votre SIM habituelle.',
    },
    help: 'Les étapes illustrées pour votre téléphone',
    support: {
      title: 'Si quelque chose ne fonctionne pas',
      text: 'Écrivez à {{email}} en indiquant la commande {{number}}, ou passez par notre page de contact.',
      page: 'Écrivez-nous depuis notre page de contact en indiquant la commande {{number}}.',
      button: 'Nous contacter',
    },
    apnNote: 'Si la connexion ne démarre pas, réglez le point d’accès (APN) de l’eSIM sur {{apn}}.',
    order: {
      title: 'Votre commande',
      text: 'La page de la commande contient les mêmes codes, puis ce qu’il vous reste de données. «\u00a0Pas de connexion\u202f?\u00a0» y cherche la cause, «\u00a0J’ai changé de téléphone\u00a0» y déplace l’eSIM. Le lien l’ouvre sans connexion à un compte et reste valable {{count}} jours\u00a0: ne le communiquez à personne.',
      button: 'Voir la commande',
    },
    giveBack_one: 'Inutilisée\u202f? Rendez-la dans le jour qui suit le paiement\u00a0: elle est remboursée',
    giveBack_other: 'Inutilisée\u202f? Rendez-la dans les {{count}}\u00a0jours du paiement\u00a0: elle est remboursée',
    texts: {
      title: 'Votre contrat',
      text: 'En payant, vous avez accepté ces textes et demandé la livraison immédiate. Vous pouvez vous rétracter dans les 14 jours sans donner de motif\u00a0: la politique de remboursement explique comment faire. Ces adresses ne changent pas\u00a0:',
      terms: 'Conditions générales de vente, version {{version}}',
      refund: 'Politique de remboursement, version {{version}}',
    },
    several: {
      subject_one: 'Votre eSIM est prête',
      subject_other: 'Vos {{count}} eSIM sont prêtes',
      subjectSome_one: 'Une de vos {{total}} eSIM est prête',
      subjectSome_other: '{{count}} de vos {{total}} eSIM sont prêtes',
      preheader: 'Installez-les en Wi-Fi, si possible avant de partir.',
      intro:
        'Voici tout ce qu’il faut à votre téléphone pour {{places|le}}. Installez chaque eSIM tant que vous disposez du Wi-Fi, si possible avant de partir.',
      toCome_one: 'Une autre eSIM est en préparation. Nous vous l’enverrons dès qu’elle sera prête.',
      toCome_other: '{{count}} autres eSIM sont en préparation. Nous vous les enverrons dès qu’elles seront prêtes.',
      missing_one:
        'Nous n’avons pas pu obtenir l’eSIM pour {{places|le}}. Son prix vous est remboursé\u202f; les autres ne changent pas.',
      missing_other:
        'Nous n’avons pas pu obtenir {{count}} eSIM, pour {{places|le}}. Leur prix vous est remboursé\u202f; les autres ne changent pas.',
      returned_one:
        'L’eSIM pour {{places|le}} ne fait plus partie de cette commande\u00a0: son prix vous est remboursé.',
      returned_other:
        '{{count}} eSIM, pour {{places|le}}, ne font plus partie de cette commande\u00a0: leur prix vous est remboursé.',
      qrText:
        'Affichez ce code sur un autre écran ou imprimez-le, puis scannez-le avec le téléphone que vous emportez. Il est également joint sous le nom {{filename}}. Les codes ci-dessous sont les mêmes, à saisir manuellement.',
    },
  },
  topUpReady: {
    subject: '{{data}} de plus sur votre eSIM {{place}}',
    title: '{{data}} de plus sur votre eSIM {{place}}',
    text: 'La recharge de {{data}} pour {{days}} est sur l’eSIM que vous avez déjà. Il n’y a rien à installer.',
    now: 'Elle sert dès maintenant\u00a0: il ne reste rien du forfait précédent.',
    after: 'Les {{data}} qui vous restent sont utilisés d’abord, puis la recharge.',
    afterUnlimited: 'Votre forfait actuel est utilisé d’abord, puis la recharge.',
    afterOthers: 'Vos {{count}} forfaits actuels sont utilisés d’abord, dans l’ordre de leur paiement.',
    button: 'Ouvrir l’eSIM',
  },
  orderRefunded: {
    subject: 'Votre remboursement de {{total}}',
    preheader: 'Vous n’avez rien à faire\u00a0: le remboursement est en cours.',
    title: 'Votre remboursement est en cours',
    reasons: {
      fulfilment_failed:
        'Nous n’avons pas pu obtenir à temps votre eSIM {{place}}. Elle ne vous sera pas livrée et vous ne payez rien\u00a0: nous vous avons remboursé la totalité, soit {{total}}.',
      line_failed:
        'Nous n’avons pas pu obtenir à temps votre eSIM {{place}}. Elle ne vous sera pas livrée et vous ne la payez pas\u00a0: nous vous avons remboursé son prix, soit {{total}}.',
      order_failed:
        'Nous n’avons pas pu obtenir à temps les eSIM de votre commande. Elles ne vous seront pas livrées et vous ne les payez pas\u00a0: nous vous avons remboursé {{total}}.',
      top_up_failed:
        'Nous n’avons pas pu recharger votre eSIM {{place}}. Vous ne payez pas cette recharge\u00a0: nous vous avons remboursé la totalité, soit {{total}}. L’eSIM elle-même ne change pas.',
      duplicate_payment:
        'Votre commande a été réglée deux fois. Nous avons remboursé le second paiement, soit {{total}}\u202f; le premier et votre eSIM ne changent pas.',
      requested: 'Comme convenu, nous vous avons remboursé {{what}}, soit {{total}}.',
      part: 'Comme convenu, nous vous avons remboursé une partie de {{what}}\u00a0: {{total}} sur {{paid}}. Le reste ne change pas.',
    },
    othersStay: 'Cela ne change rien aux autres eSIM de votre commande.',
    toCard:
      'Le montant est recrédité sur votre carte ({{card}}). Les banques l’affichent en général sous 5 à 10 jours ouvrés.',
    otherWay:
      'Nous n’avons pas recrédité ce montant sur la carte ou le compte utilisé pour le paiement\u00a0: nous vous l’avons versé par un autre moyen.',
    otherTitle: 'Votre remboursement a été versé',
    otherPreheader: 'Vous n’avez rien à faire\u00a0: le montant vous a été versé par un autre moyen.',
    reference: 'Référence',
    toSource:
      'Le montant est recrédité sur le moyen de paiement utilisé. Les banques l’affichent en général sous 5 à 10 jours ouvrés.',
    button: 'Voir la commande',
    refunded: 'Remboursé',
  },
  refundReturned: {
    subject: 'Votre remboursement de {{total}} n’est pas arrivé',
    preheader: 'Votre banque nous a renvoyé le montant. Voici la suite.',
    title: 'Votre remboursement n’est pas arrivé',
    text: 'Votre banque nous a renvoyé le remboursement de {{total}} pour {{what}}.',
    textCard:
      'Votre banque nous a renvoyé le remboursement de {{total}} pour {{what}}, destiné à votre carte ({{card}}). Cela arrive quand une carte a expiré ou a été remplacée.',
    next: 'Vos {{total}} ne sont pas perdus et vous n’avez rien à faire pour le moment. Nous vous écrirons sous 2 jours ouvrés pour convenir d’un autre moyen de vous rembourser.',
    amount: 'Reste à rembourser',
  },
  orderLink: {
    subject: 'Un nouveau lien vers votre commande',
    preheader: 'Il ouvre votre commande sans mot de passe.',
    title: 'Un nouveau lien vers votre commande',
    text: 'Quelqu’un, vous sans doute, a demandé un nouveau lien vers la commande passée avec cette adresse. Ce lien l’ouvre sans mot de passe, et les liens envoyés auparavant ne fonctionnent plus.',
    button: 'Ouvrir la commande',
    works_one: 'Le lien fonctionne pendant un jour. Gardez-le pour vous.',
    works_other: 'Le lien fonctionne pendant {{count}} jours. Gardez-le pour vous.',
    ignore: 'Ce n’était pas vous\u202f? Ignorez ce message\u00a0: le lien n’a été envoyé qu’à cette adresse.',
  },
  link: {
    copy: 'Si le bouton ne fonctionne pas, copiez cette adresse dans votre navigateur\u00a0:',
    onceMinutes_one: 'Le lien ne fonctionne qu’une fois, pendant une minute.',
    onceMinutes_other: 'Le lien ne fonctionne qu’une fois, pendant {{count}}\u00a0minutes.',
    onceHours_one: 'Le lien ne fonctionne qu’une fois, pendant une heure.',
    onceHours_other: 'Le lien ne fonctionne qu’une fois, pendant {{count}}\u00a0heures.',
  },
  verifyEmail: {
    subject: 'Confirmez votre adresse e-mail',
    preheader: 'Pour pouvoir toujours retrouver l’accès à votre compte.',
    title: 'Confirmez votre adresse e-mail',
    text: 'Confirmez que {{email}} est bien votre adresse, afin de pouvoir toujours retrouver l’accès à votre compte.',
    button: 'Confirmer mon adresse',
    ignore: 'Vous n’avez pas ouvert de compte\u202f? Ignorez ce message\u00a0: rien ne se passe sans ce clic.',
  },
  passwordReset: {
    subject: 'Choisissez un nouveau mot de passe',
    preheader: 'Voici le lien que vous avez demandé.',
    title: 'Choisissez un nouveau mot de passe',
    text: 'Un nouveau mot de passe vient d’être demandé, sans doute par vous, pour le compte {{email}}. En choisir un nouveau déconnecte tous les appareils.',
    button: 'Choisir un mot de passe',
    ignore:
      'Vous n’êtes pas à l’origine de cette demande\u202f? Ignorez ce message\u00a0: votre mot de passe ne change pas.',
  },
  emailSignIn: {
    subject: 'Votre lien de connexion',
    preheader: 'Un clic suffit pour vous connecter, sans mot de passe.',
    title: 'Connectez-vous en un clic',
    text: 'Ce lien connecte {{email}} sans mot de passe. Ouvrez-le sur l’appareil que vous souhaitez utiliser et ne le transmettez à personne.',
    button: 'Me connecter',
    ignore: 'Vous n’avez rien demandé\u202f? Ignorez ce message\u00a0: personne ne peut se connecter sans ce lien.',
  },
  changeEmail: {
    subject: 'Confirmez votre nouvelle adresse e-mail',
    preheader: 'Votre compte passe à cette adresse dès que vous la confirmez.',
    title: 'Confirmez votre nouvelle adresse e-mail',
    text: 'Vous souhaitez désormais utiliser {{email}} pour votre compte. Une fois l’adresse confirmée, vous serez déconnecté partout et vous vous connecterez avec la nouvelle adresse.',
    button: 'Utiliser cette adresse',
    ignore: 'Vous n’avez pas demandé ce changement\u202f? Ignorez ce message\u00a0: rien ne se passe sans ce clic.',
  },
  emailChanged: {
    subject: 'L’adresse e-mail de votre compte a changé',
    preheader: 'Ce n’était pas vous\u202f? Rétablissez votre adresse.',
    title: 'Votre compte a une nouvelle adresse',
    text: 'L’adresse de votre compte est désormais {{newEmail}}. Si ce changement vient de vous, vous n’avez rien à faire.',
    wayBack:
      'Sinon, rétablissez votre adresse\u00a0: toutes les sessions seront fermées et vous choisirez un nouveau mot de passe.',
    button: 'Ce n’était pas moi\u00a0: rétablir',
  },
  passwordChanged: {
    subject: 'Votre mot de passe a été modifié',
    preheader: 'Ce n’était pas vous\u202f? Choisissez-en un autre sans attendre.',
    title: 'Votre mot de passe a été modifié',
    text: 'Le mot de passe de votre compte vient d’être modifié, et tous vos autres appareils ont été déconnectés. Si ce changement vient de vous, vous n’avez rien à faire.',
    wayBack: 'Sinon, quelqu’un d’autre a accès à votre compte. Choisissez sans attendre un nouveau mot de passe.',
    button: 'Ce n’était pas moi\u00a0: changer le mot de passe',
  },
  passwordRemoved: {
    subject: 'Le mot de passe de votre compte a été supprimé',
    preheader: 'Il avait été défini avant que cette adresse ne soit confirmée.',
    title: 'Vous seul avez accès à votre compte',
    text: 'Vous venez de prouver que cette adresse est la vôtre. Le mot de passe, défini avant que l’adresse ne soit confirmée, ne fonctionne plus, et le compte a été déconnecté partout ailleurs\u00a0: personne d’autre que vous n’y a accès.',
    wayBack: 'Vous pouvez choisir un nouveau mot de passe quand vous le souhaitez.',
    button: 'Choisir un mot de passe',
  },
  ways: {
    google: 'Google',
    facebook: 'Facebook',
    password: 'Votre mot de passe',
    totp: 'Une application d’authentification',
    phone: 'Un numéro de téléphone',
  },
  secondFactorAdded: {
    subject: 'Une deuxième étape a été ajoutée à votre connexion',
    preheader: 'Ce n’était pas vous\u202f? Retirez-la sans attendre.',
    title: 'Votre compte a une deuxième étape',
    text: '{{way}} est désormais nécessaire pour se connecter à votre compte. Si ce changement vient de vous, vous n’avez rien à faire.',
    wayBack:
      'Sinon, quelqu’un d’autre a accès à votre compte. Reprenez-le\u00a0: cette étape sera retirée, toutes les sessions seront fermées et vous choisirez un nouveau mot de passe.',
    button: 'Ce n’était pas moi\u00a0: la retirer',
  },
  secondFactorRemoved: {
    subject: 'Une deuxième étape a été retirée de votre connexion',
    preheader: 'Ce n’était pas vous\u202f? Sécurisez votre compte sans attendre.',
    title: 'Une deuxième étape a été retirée',
    text: '{{way}} n’est plus nécessaire pour se connecter à votre compte. Si ce changement vient de vous, vous n’avez rien à faire.',
    wayBack:
      'Sinon, quelqu’un d’autre a accès à votre compte. Sécurisez-le\u00a0: toutes les sessions seront fermées et vous choisirez un nouveau mot de passe.',
    button: 'Ce n’était pas moi\u00a0: sécuriser mon compte',
  },
  recoveryCodesMade: {
    subject: 'Votre compte a de nouveaux codes de secours',
    preheader: 'Ce n’était pas vous\u202f? Sécurisez votre compte sans attendre.',
    title: 'Nouveaux codes de secours',
    text: 'Dix nouveaux codes de secours ont été créés pour votre compte\u202f; les anciens ne fonctionnent plus. Si ce changement vient de vous, vous n’avez rien à faire.',
    wayBack:
      'Sinon, quelqu’un d’autre a accès à votre compte. Sécurisez-le\u00a0: ces codes ne fonctionneront plus, toutes les sessions seront fermées et vous choisirez un nouveau mot de passe.',
    button: 'Ce n’était pas moi\u00a0: sécuriser mon compte',
  },
  recoveryCodeUsed: {
    subject: 'Un code de secours a ouvert votre compte',
    preheader: 'Ce n’était pas vous\u202f? Sécurisez votre compte sans attendre.',
    title: 'Un code de secours a été utilisé',
    text: 'Quelqu’un s’est connecté à votre compte avec l’un de vos codes de secours. Ce code ne fonctionne plus. Si c’était vous, vous n’avez rien à faire.',
    wayBack:
      'Sinon, quelqu’un d’autre a accès à votre compte. Sécurisez-le\u00a0: tous les codes de secours seront annulés, toutes les sessions seront fermées et vous choisirez un nouveau mot de passe.',
    button: 'Ce n’était pas moi\u00a0: sécuriser mon compte',
  },
  providerLinked: {
    subject: 'Un mode de connexion a été ajouté à votre compte',
    preheader: 'Ce n’était pas vous\u202f? Sécurisez votre compte sans attendre.',
    title: 'Votre compte a un nouveau mode de connexion',
    text: '{{way}} donne désormais accès à votre compte. Si ce changement vient de vous, vous n’avez rien à faire.',
    wayBack:
      'Sinon, quelqu’un d’autre a accès à votre compte. Sécurisez-le\u00a0: ce mode de connexion sera supprimé, toutes les sessions seront fermées et vous choisirez un nouveau mot de passe.',
    button: 'Ce n’était pas moi\u00a0: sécuriser mon compte',
  },
  providerUnlinked: {
    subject: 'Un mode de connexion a été retiré de votre compte',
    preheader: 'Ce n’était pas vous\u202f? Sécurisez votre compte sans attendre.',
    title: 'Un mode de connexion a été retiré',
    text: '{{way}} ne donne plus accès à votre compte. Si ce changement vient de vous, vous n’avez rien à faire.',
    wayBack:
      'Sinon, quelqu’un d’autre a accès à votre compte. Sécurisez-le\u00a0: toutes les sessions seront fermées et vous choisirez un nouveau mot de passe.',
    button: 'Ce n’était pas moi\u00a0: sécuriser mon compte',
  },
  passkeyAdded: {
    subject: 'Une clé d’accès a été ajoutée à votre compte',
    preheader: 'Ce n’était pas vous\u202f? Sécurisez votre compte sans attendre.',
    title: 'Votre compte a une nouvelle clé d’accès',
    text: 'La clé d’accès «\u00a0{{name}}\u00a0» donne désormais accès à votre compte. Si ce changement vient de vous, vous n’avez rien à faire.',
    wayBack:
      'Sinon, quelqu’un d’autre a accès à votre compte. Sécurisez-le\u00a0: toutes les clés d’accès seront supprimées, toutes les sessions seront fermées et vous choisirez un nouveau mot de passe.',
    button: 'Ce n’était pas moi\u00a0: sécuriser mon compte',
  },
  passkeyRemoved: {
    subject: 'Une clé d’accès a été retirée de votre compte',
    preheader: 'Ce n’était pas vous\u202f? Sécurisez votre compte sans attendre.',
    title: 'Une clé d’accès a été retirée',
    text: 'La clé d’accès «\u00a0{{name}}\u00a0» ne donne plus accès à votre compte. Si ce changement vient de vous, vous pouvez aussi la supprimer de votre appareil.',
    wayBack:
      'Sinon, quelqu’un d’autre a accès à votre compte. Sécurisez-le\u00a0: toutes les clés d’accès seront supprimées, toutes les sessions seront fermées et vous choisirez un nouveau mot de passe.',
    button: 'Ce n’était pas moi\u00a0: sécuriser mon compte',
  },
  passkeyCopied: {
    subject: 'Nous avons retiré une clé d’accès de votre compte',
    preheader: 'Elle a peut-être été copiée.',
    title: 'Une clé d’accès a peut-être été copiée',
    text: 'La clé d’accès «\u00a0{{name}}\u00a0» a été utilisée d’une façon que seule une copie explique. Nous avons refusé cette connexion et supprimé la clé. Les appareils connectés avec elle ont été déconnectés.',
    wayBack:
      'Si vous ne savez pas pourquoi, sécurisez votre compte\u00a0: toutes les clés d’accès seront supprimées, toutes les sessions seront fermées et vous choisirez un nouveau mot de passe.',
    button: 'Sécuriser mon compte',
  },
  newDevice: {
    subject: 'Nouvelle connexion à votre compte',
    preheader: 'Était-ce bien vous\u202f?',
    title: 'Nouvelle connexion à votre compte',
    text: 'Une connexion à votre compte a eu lieu depuis un appareil que nous ne connaissions pas\u00a0: {{device}}, le {{time}}. Si c’était vous, vous n’avez rien à faire.',
    unknown: 'navigateur inconnu',
    wayBack: 'Sinon, choisissez un nouveau mot de passe\u00a0: toutes les sessions seront alors fermées.',
    button: 'Ce n’était pas moi\u00a0: changer le mot de passe',
  },
  accountDeleted: {
    subject: 'Votre compte a été supprimé',
    preheader: 'Comme vous l’avez demandé.',
    title: 'Votre compte a été supprimé',
    text: 'Votre compte et vos données personnelles sont supprimés, et toutes vos sessions sont fermées. Les eSIM déjà installées continuent de fonctionner.',
    kept: 'La loi nous oblige à conserver la trace comptable des achats passés\u00a0: les montants et les dates restent dans nos livres, sans votre nom ni votre adresse.',
  },
  ticket: {
    subject: 'Votre message à {{brand}} (suivi {{number}})',
    number: 'Numéro de suivi',
    topic: 'Sujet',
    language: 'Langue de la réponse',
    date: 'Date',
    answerHere:
      'Pour ajouter une précision, répondez à cet e-mail. Vous pouvez joindre des captures d’écran\u00a0: JPEG, PNG ou WebP, 5\u00a0Mo au plus chacune.',
    keepPrivate: 'Ne transférez pas cet e-mail\u00a0: toute réponse qui y est faite l’est en votre nom.',
    footer: 'Quelqu’un nous a écrit en indiquant votre adresse. Si ce n’était pas vous, ignorez ce message.',
  },
  ticketOpened: {
    preheader: 'Nous avons bien reçu votre message.',
    title: 'Votre message nous est parvenu',
    text: 'Une personne va le lire et vous répondra à cette adresse.',
  },
  ticketAnswer: {
    preheader: 'Une réponse à votre message.',
    title: 'Notre réponse',
    pictures_one: 'Une image est jointe.',
    pictures_other: '{{count}} images sont jointes.',
  },
  ticketAttachments: {
    preheader: 'Votre texte est arrivé, certains fichiers non.',
    title: 'Des pièces jointes n’ont pas été conservées',
    text: 'Votre message figure dans le suivi {{number}}. Pour la sécurité de tous, nous ne conservons que les images\u00a0: JPEG, PNG ou WebP, 5\u00a0Mo au plus chacune et dix par message. Ces fichiers ont été écartés\u00a0:',
    wayOn: 'S’ils sont importants, décrivez leur contenu ou envoyez une capture d’écran.',
  },
  ticketNotice: {
    subject: 'Suivi {{number}}\u00a0: {{topic}}',
    preheader: 'Un voyageur vous a écrit.',
    title: 'Suivi {{number}}',
    from: 'De',
    sender: 'Expéditeur indiqué dans le message',
    order: 'Commande',
    proven: '{{number}} (ouverte par ce voyageur)',
    claimed: '{{number}} (indiquée, non vérifiée)',
    answerHere:
      'Répondez à cet e-mail pour répondre au voyageur\u00a0: votre texte, sans la partie citée, est envoyé à l’adresse du suivi.',
    answerElsewhere:
      'Votre réponse part directement au voyageur et n’est pas conservée dans le suivi\u00a0: la réception d’e-mails n’est pas configurée.',
    keepPrivate: 'Ne transférez pas cet e-mail\u00a0: toute réponse qui y est faite part au voyageur en votre nom.',
    footer: 'Message envoyé parce que les demandes reçues par la boutique sont signalées à cette adresse.',
  },
} satisfies Same<typeof english>;
