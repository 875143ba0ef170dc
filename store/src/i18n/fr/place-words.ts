export const placeWords = {
  small: 'la le les l de du des d et en au aux a pour',
  shop: 'forfait forfaits voyage carte',
};
