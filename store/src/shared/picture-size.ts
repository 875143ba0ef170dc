/** The size at which Facebook, X and others show preview pictures large (ogp.me). */
export const PICTURE_SIZE = { width: 1200, height: 630 } as const;
