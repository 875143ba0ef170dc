/**
 * Whether the claim "multiple payment options" is true: a card and something else. Before the vendor has answered it is
 * taken as true; doctor warns where it is not.
 */
export const areSeveralMethods = (methods: { card: boolean; others: readonly string[] } | null): boolean =>
  methods === null || Number(methods.card) + methods.others.length > 1;
