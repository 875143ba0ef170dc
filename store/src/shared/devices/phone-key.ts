/** The storage key of the phone family that the reader chose. */
export const PHONE_KEY = 'cairn_phone';
