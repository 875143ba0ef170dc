/** "Keep on this phone" on pages of orders and accounts. */
export const keep = {
  title: 'Keep on this phone',
  text: 'Opens without internet, for when you land. This browser then holds the name, plan, QR code and codes of your eSIM, unencrypted, until 30 days after the plan ends. You can remove it at any time, and signing out removes it too.',
  textGuest:
    'Opens without internet, for when you land. This browser then holds the name, plan, QR code and codes of your eSIM, unencrypted, until 30 days after the plan ends. You can remove it at any time.',
  ownPhone: 'Only on a phone that is yours.',
  ask: 'Keep on this phone',
  done: 'Kept on this phone',
  doneText:
    'Open this site without internet to see your eSIMs: saved on {{date}} at {{time}}. Some browsers clear what a site keeps after 7 days without a visit; a site on the home screen keeps it.',
  remove: 'Remove from this phone',
  removed: 'Removed from this phone.',
  full: 'There is no room left on this phone. Free some space, then try again.',
  unavailable: 'This browser does not let sites keep anything, as in private browsing. Save the QR code instead.',
  failed: 'The copy could not be saved. Check your connection, then try again.',
};
