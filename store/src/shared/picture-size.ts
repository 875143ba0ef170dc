/** Pictures of previews, as Facebook, X and others show them large (ogp.me). */
export const PICTURE_SIZE = { width: 1200, height: 630 } as const;
