/** The shape of a message tree with any words in it: what a translation must have, no key more and none less. */
export type Same<T> = { [K in keyof T]: T[K] extends string ? string : Same<T[K]> };
