/** Under which a browser keeps the family of phones that its reader chose. */
export const PHONE_KEY = 'cairn_phone';
