/**
 * Words that a search for a place passes over, without accents and in small letters. `small`: articles and joining words, which
 * people leave out or put in. `shop`: what the shop sells, in the words of its customers.
 */
export const placeWords = {
  small: 'the of and in for to a y el',
  shop: 'esim esims sim plan plans data internet travel card trip',
};
