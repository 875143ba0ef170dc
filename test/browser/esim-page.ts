import type { Page } from '@playwright/test';
import { onDatabase } from '../support/database-access.ts';
import { type Buyer, look } from '../support/shop.ts';
import { control } from '../support/wire.ts';
import type { BrowserWorld } from './browser.ts';

/** The page of an eSIM: its words, and what brings it into a state. */

export const ESIM_WORDS = {
  en: {
    ready: 'Your France eSIM is ready',
    installed: 'Your France eSIM is installed',
    active: 'Your France eSIM is in use',
    lowTitle: 'Your France eSIM is low on data',
    usedUp: 'Your France eSIM is used up',
    ended: 'Your France eSIM has ended',
    left: 'Data left',
    leftOf: /Data left\s*1\.2GB of 3GB\s*Day 20 of 30 until [A-Z]/,
    used: 'Data used',
    usedOf: '1.8GB of 3GB',
    percent: '59% used',
    spent: 'You used 3GB of 3GB.',
    until: /Valid until\s*[A-Z][a-z]{2} \d/,
    read: /^Updated (just now|\d+ (minute|second)s? ago)\./,
    readyState: 'Ready to install',
    inUse: 'In use',
    starts: '30 days from first use',
    roaming: 'Where to turn it on',
    copyIccid: 'Copy ICCID',
    addName: 'Name this eSIM',
    rename: 'Rename',
    name: 'Name',
    save: 'Save',
    tooLong: 'Use at most 40 characters.',
    unseen: 'Leave out line breaks and invisible characters.',
    noConnection: 'No connection?',
    changedPhone: 'I changed my phone',
    person: 'Talk to a person',
    notices: 'Notices',
    order: 'Order number (optional)',
    print: 'Print',
    unlimited: 'Full speed for 1GB a day, then 512\u00a0kbps until the next day.',
    pace: /^At this pace until \S.* You use 0\.29GB a day\.$/,
    chart: /^Data used per day, .* Most on .*: 0\.29GB\.$/,
    dailyUse: 'Daily use',
    otherCountry: 'In another country?',
    table: 'As a table',
    away: /^No answer from the network operator’s system since [A-Z][a-z]{2} \d/,
    gone: 'Your France eSIM was deleted',
    refunded: 'We have sent your refund',
    groups: ['Needs attention', 'In use', 'Ready'],
    again: 'Buy again',
    qr: 'QR code that installs the France eSIM',
    scan: /^Scan with the camera/,
    codes: 'Installation codes',
    codesDeleted: 'They no longer work: the eSIM was deleted from its phone.',
    keep: 'Keep on this phone',
    steps: 'Step by step',
    linkEnded: 'This link no longer works',
    newLink: 'Email me a new link',
    linkSent: /a new link is on its way/,
    facts: 'Details',
    details: 'Details',
    viewDetails: 'View Details',
    low: 'Low data',
    email: 'Email',
    password: 'Password',
    signIn: 'Sign In',
  },
  fr: {
    ready: 'Votre eSIM France est prête',
    installed: 'Votre eSIM France est installée',
    active: 'Votre eSIM France est en service',
    lowTitle: 'Votre eSIM France est bientôt épuisée',
    usedUp: 'Votre eSIM France est épuisée',
    ended: 'Votre eSIM France a expiré',
    left: 'Données restantes',
    leftOf: /Données restantes\s*1,2\u00a0Go sur 3\u00a0Go\s*Jour 20 sur 30 jusqu’au \d/,
    used: 'Données utilisées',
    usedOf: '1,8\u00a0Go sur 3\u00a0Go',
    percent: '59\u00a0% utilisés',
    spent: 'Vous avez utilisé 3\u00a0Go sur 3\u00a0Go.',
    until: /Valable jusqu’au\s*\d/,
    read: /^Mis à jour (à l’instant|il y a \d+ minutes?)\./,
    readyState: 'Prête à installer',
    inUse: 'En service',
    starts: '30 jours dès la première utilisation',
    roaming: 'Où les activer',
    copyIccid: 'Copier l’ICCID',
    addName: 'Donner un nom à l’eSIM',
    rename: 'Renommer',
    name: 'Nom',
    save: 'Enregistrer',
    tooLong: 'Pas plus de 40 caractères.',
    unseen: 'Sans retour à la ligne ni caractère invisible.',
    noConnection: 'Pas de connexion\u202f?',
    changedPhone: 'J’ai changé de téléphone',
    person: 'Parler à quelqu’un',
    notices: 'Notifications',
    order: 'Numéro de commande (facultatif)',
    print: 'Imprimer',
    unlimited: 'Pleine vitesse pour 1\u00a0Go par jour, puis 512\u00a0kbit/s jusqu’au lendemain.',
    pace: /^À ce rythme, jusqu’à \S.* Vous utilisez 0,29\u00a0Go par jour\.$/,
    chart: /^Données utilisées par jour, .*: au plus 0,29\sGo, le \d/,
    dailyUse: 'Consommation par jour',
    otherCountry: 'Dans un autre pays\u202f?',
    table: 'En tableau',
    away: /^Le système de l’opérateur ne répond plus depuis le \d/,
    gone: 'Votre eSIM France a été supprimée',
    refunded: 'Votre remboursement est parti',
    groups: ['À surveiller', 'En service', 'Prêtes'],
    again: 'Racheter ce forfait',
    qr: 'Code QR qui installe l’eSIM France',
    scan: /^Scannez-le/,
    codes: 'Codes d’installation',
    codesDeleted: 'Ils ne fonctionnent plus\u00a0: l’eSIM a été supprimée du téléphone.',
    keep: 'Garder sur ce téléphone',
    steps: 'Étape par étape',
    linkEnded: 'Ce lien ne fonctionne plus',
    newLink: 'Recevoir un nouveau lien',
    linkSent: /un nouveau lien vient de partir/,
    facts: 'Détails',
    details: 'Détails',
    viewDetails: 'Voir le détail',
    low: 'Bientôt épuisée',
    email: 'Adresse e-mail',
    password: 'Mot de passe',
    signIn: 'Se connecter',
  },
};

/** What the wholesaler will report of the order's first eSIM; the figures that the store holds are an hour old. */
export async function report(world: BrowserWorld, buyer: Buyer, set: object): Promise<void> {
  const { lines } = await look(world.app, buyer);
  await control(world.airalo, { usage: { iccid: lines[0]?.esim?.iccid, set } });
  await onDatabase(
    world.databaseUrl,
    `update esims set refreshed_at = now() - interval '1 hour' where order_id = '${buyer.order.id}'`,
  );
}

/** Opens the order as the guest who bought it. */
export async function openAsGuest(page: Page, world: BrowserWorld, { cookie, order: { id } }: Buyer): Promise<void> {
  const [name = '', value = ''] = cookie.split(/=(.*)/);
  await page.context().addCookies([{ name, value, url: world.app.url, httpOnly: true, sameSite: 'Lax' }]);
  await page.goto(`/orders/${id}`);
}

/** The end of a plan of 30 days that is on its 20th, as the wholesaler writes it. */
export const endOnDay20 = () => new Date(Date.now() + 10.5 * 86_400_000).toISOString().slice(0, 19).replace('T', ' ');
