/** The shape of a message tree with any text: a complete translation has exactly the same keys. */
export type Same<T> = { [K in keyof T]: T[K] extends string ? string : Same<T[K]> };

type OtherPlurals<T> = {
  [K in keyof T as K extends `${infer Base}_other` ? `${Base}_${'zero' | 'two' | 'few' | 'many'}` : never]?: string;
};

/**
 * The shape of an incomplete translation: any keys of English, and the additional plural forms of its language. Missing
 * messages are shown in English.
 */
export type Part<T> = { [K in keyof T]?: T[K] extends string ? string : Part<T[K]> } & OtherPlurals<T>;
