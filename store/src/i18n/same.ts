/** The shape of a message tree with any words in it: what a whole translation has, no key more and none less. */
export type Same<T> = { [K in keyof T]: T[K] extends string ? string : Same<T[K]> };

type OtherPlurals<T> = {
  [K in keyof T as K extends `${infer Base}_other` ? `${Base}_${'zero' | 'two' | 'few' | 'many'}` : never]?: string;
};

/**
 * What a translation in progress may have: any of the keys of English, and the plural forms that its language has and
 * English has not. What it lacks is shown in English.
 */
export type Part<T> = { [K in keyof T]?: T[K] extends string ? string : Part<T[K]> } & OtherPlurals<T>;
