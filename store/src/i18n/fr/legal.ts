import type { Same } from '../same.ts';
import type { legal as english } from '../en/legal.ts';

export const legal = {
  navigation: 'Textes légaux',
  names: {
    terms: 'Conditions',
    privacy: 'Confidentialité',
    cookies: 'Cookies',
    refund: 'Remboursement',
    compliance: 'Mentions légales',
    accessibility: 'Accessibilité',
  },
  refund: { ask: 'Demander un remboursement', withdraw: 'Renoncer au contrat ici' },
  inShort: 'En bref',
  contents: 'Sommaire',
  version: 'Version {{version}}',
  inForce: 'en vigueur depuis le {{date}}',
  earlier: 'du {{date}}, n’est plus en vigueur',
  current: 'Lire la version en vigueur',
  whatChanged: 'Ce qui a changé',
  change: 'Version {{version}}, {{date}}\u00a0: {{changes}}',
  changedClause: 'Modifié dans cette version',
  print: 'Imprimer ou enregistrer en PDF',
  pageTitle: '{{title}}, version {{version}}',
  pageDescription: 'Version {{version}} du {{date}}. {{description}}',
  template: {
    title: 'Un modèle, pas un conseil juridique',
    text: 'Ce texte montre ce qu’une boutique établie en France doit indiquer. Un avocat doit le relire avant toute vente réelle. Cette boutique fonctionne en mode bac à sable\u00a0: rien n’est réellement vendu et aucune société n’en répond.',
  },
  topUps: {
    title: 'Les recharges sont maintenant en vente',
    text: 'Cette version a été écrite avant. Vous pouvez ajouter un forfait à une eSIM quand son fournisseur le permet\u00a0: c’est un achat distinct, soumis à ces conditions, dont les données, la durée et le prix sont indiqués avant le paiement. Si le forfait ne peut pas être ajouté, nous vous en remboursons le prix entier.',
  },
  clauseCounts:
    'Les résumés facilitent la lecture. En cas de contradiction, l’article prévaut, et nous vous remercions de nous la signaler.',
  kept: 'La version que vous avez acceptée est conservée avec votre commande et reste à son adresse.',
  sources: 'Sources',
  newTab: '(nouvel onglet)',
  notTranslated: 'Ce texte n’est pas encore traduit.',
  processors: {
    service: 'Service',
    purpose: 'Ce qu’il reçoit, et pourquoi',
    sandbox: 'Dans ce bac à sable, tous ces services sont simulés sur la machine de la boutique. Rien n’en sort.',
    unnamed: 'Serveur de messagerie {{host}}',
    of: {
      payment:
        'Encaisse le paiement et recherche les fraudes. Il reçoit votre adresse e-mail, votre achat, le total et la carte saisie sur sa page. Il est également responsable, pour son propre compte, de ce que la loi exige des services de paiement.',
      wholesale:
        'Crée l’eSIM et signale les données utilisées. Il reçoit le forfait et une référence interne, mais ni votre nom ni votre adresse e-mail.',
      mail: 'Achemine nos e-mails jusqu’à votre boîte de réception. Il reçoit votre adresse e-mail et ce que nous écrivons.',
      sms: 'Uniquement si vous vous connectez avec un numéro de téléphone, ou recevez un code par SMS en deuxième étape\u00a0: achemine le code jusqu’à votre téléphone. Il reçoit le numéro et le code.',
      accounts:
        'Tient les comptes de cette boutique et vous connecte\u00a0: adresse e-mail, nom, photo, mot de passe, numéro de téléphone et deuxième étape.',
      google:
        'Uniquement si vous continuez avec Google\u00a0: confirme qui vous êtes. Nous recevons votre nom, votre adresse e-mail et votre photo.',
      facebook:
        'Uniquement si vous continuez avec Facebook\u00a0: confirme qui vous êtes. Nous recevons votre nom, votre adresse e-mail et votre photo.',
      host: 'Héberge les serveurs de la boutique, où toutes les données sont conservées.',
    },
  },
  supervisors: 'Autorités dont relève cette société\u00a0:',
  retention: {
    data: 'Données',
    period: 'Durée de conservation',
    days_one: '{{count}} jour',
    days_other: '{{count}} jours',
    of: {
      orders: {
        what: 'Commandes, paiements, remboursements, reçus et leurs eSIM',
        until:
          'En tant que pièces comptables, que la loi impose de garder dix ans (article L123-22 du Code de commerce). Elles ne sont pas effacées automatiquement.',
      },
      readings: {
        what: 'Relevés des données qui restent sur une eSIM',
        until: '{{days}} après chaque relevé\u202f; avec votre compte si vous le supprimez',
      },
      account: {
        what: 'Compte\u00a0: adresse e-mail, numéro de téléphone, nom, photo, mot de passe, clés d’accès, deuxième étape de connexion, comptes associés, navigateurs connus, ce qui figure sur les reçus',
        until: 'Jusqu’à la suppression du compte',
      },
      sessions: {
        what: 'Connexions\u00a0: heure et type d’appareil',
        until: 'Tant que la session est utilisée, au plus {{idle}} sans utilisation\u202f; puis {{days}} de plus',
      },
      links: {
        what: 'Liens de connexion, de mot de passe et de confirmation envoyés par e-mail, avec l’adresse',
        until: '{{days}} après la fin de validité du lien',
      },
      orderAccess: {
        what: 'Liens et cookies qui ouvrent une commande sans compte',
        until: 'Liens\u00a0: {{link}}\u202f; cookies\u00a0: {{cookie}}',
      },
      securityEvents: {
        what: 'Journal des changements d’un compte, sans adresse ni mot de passe',
        until: '{{days}}, y compris après la suppression du compte',
      },
      mails: {
        what: 'L’envoi d’un e-mail\u00a0: à qui, quand et de quel type, sans son contenu',
        until: '{{days}}',
      },
      devices: {
        what: 'Appareils qui affichent les notifications\u00a0: type d’appareil, adresse auprès de son service de notifications et clés, chiffrées\u202f; notifications qui leur ont été envoyées',
        until:
          'Jusqu’à ce que vous les désactiviez, vous déconnectiez ou supprimiez le compte, ou que le cookie de la commande expire\u202f; {{days}} au plus sans notification',
      },
      texts: {
        what: 'L’envoi d’un SMS avec un code\u00a0: vers quel pays et quelle tranche de numéros, et s’il est arrivé, sans le numéro',
        until: '{{days}}',
      },
      tickets: {
        what: 'Vos messages, avec leurs images et nos réponses',
        until: '{{days}} après le dernier message, ou jusqu’à la suppression du compte',
      },
      withdrawals: {
        what: 'Déclarations de rétractation\u00a0: nom, numéro de commande et adresse e-mail saisis, date et heure, suite donnée',
        until: '{{days}}, ou jusqu’à la suppression du compte',
      },
      paymentEvents: {
        what: 'Messages du prestataire de paiement, sous forme d’identifiants seulement',
        until: '{{days}} après leur traitement',
      },
      limits: {
        what: 'Compteurs contre les abus, fenêtres de connexion de Google et de Facebook, et codes envoyés par SMS',
        until: 'Jusqu’à leur terme, un jour au plus',
      },
    },
  },
  storage: {
    name: 'Nom',
    kind: 'Où',
    purpose: 'À quoi il sert',
    until: 'Durée\u00a0:',
    kinds: {
      cookie: 'cookie',
      local: 'stockage local',
      session: 'stockage de session',
      indexed: 'IndexedDB',
      cache: 'cache',
    },
    of: {
      language: {
        purpose: 'La langue que vous avez choisie',
        until: 'cookie, un an\u202f; stockage local, jusqu’à ce que vous l’effaciez',
      },
      theme: {
        purpose: 'L’apparence que vous avez choisie\u00a0: claire ou sombre',
        until: 'jusqu’à ce que vous l’effaciez ou choisissiez «\u00a0Système\u00a0»',
      },
      phone: {
        purpose: 'Le téléphone dont vous avez choisi les étapes d’installation',
        until: 'jusqu’à ce que vous l’effaciez',
      },
      device: {
        purpose: 'Reconnaît un navigateur où vous vous êtes déjà connecté, pour vous avertir des autres',
        until: 'jusqu’à 400 jours après la dernière connexion',
      },
      order: {
        purpose: 'Ouvre une commande dans le navigateur qui l’a passée, sans compte',
        until: 'jusqu’à {{days}} après la commande',
      },
      session: { purpose: 'Maintient votre connexion au compte', until: 'jusqu’à votre déconnexion' },
      sessionCookie: {
        purpose: 'Affiche vos commandes sans délai tant que vous êtes connecté',
        until: 'jusqu’à votre déconnexion, ou 14 jours après la dernière visite',
      },
      sharedDevice: {
        purpose: 'Indique que l’appareil n’est pas le vôtre, pour que la connexion s’arrête avec l’onglet',
        until: 'jusqu’à la fermeture de l’onglet',
      },
      kept: {
        purpose:
          'Les eSIM que vous avez choisi de garder sur ce téléphone\u00a0: nom, forfait, code QR et codes, non chiffrés',
        until: 'jusqu’à 30\u00a0jours après la fin du forfait, ou moins si vous vous déconnectez ou les supprimez',
      },
      push: {
        purpose:
          'Indique pour quel compte ou quelles commandes ce navigateur affiche des notifications, parce que vous les avez activées',
        until: 'jusqu’à ce que vous les désactiviez ou vous déconnectiez',
      },
      shell: {
        purpose: 'La page qui s’ouvre sans Internet, et l’aide\u202f; rien qui vous concerne',
        until: 'jusqu’à la version suivante du site, ou jusqu’à ce que vous l’effaciez',
      },
      signInSoftware: {
        purpose:
          'Les jours où le logiciel de connexion a été utilisé\u202f; cette liste appartient à ce logiciel et n’est transmise qu’à nous',
        until: '30 jours',
      },
      scroll: {
        purpose: 'Jusqu’où vous aviez fait défiler une page, pour y revenir au même endroit',
        until: 'jusqu’à la fermeture de l’onglet',
      },
      passkeyOffer: {
        purpose: 'Quand une clé d’accès vous a été proposée, pour ne le faire que deux fois au plus',
        until: 'jusqu’à ce que vous l’effaciez',
      },
      signInLink: {
        purpose: 'L’adresse à laquelle vous avez demandé un lien de connexion, pour qu’il fonctionne en un clic',
        until: 'jusqu’à l’utilisation du lien',
      },
      checkout: {
        purpose:
          'Ce que vous avez saisi lors de la commande, et une clé qui évite qu’un second clic soit une seconde commande',
        until: 'jusqu’au paiement de la commande, ou à la fermeture de l’onglet',
      },
    },
  },
} satisfies Same<typeof english>;
