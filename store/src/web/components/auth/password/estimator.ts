import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';

const estimator = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });

/** Longer passwords are strong whatever comes after; estimating is quadratic. */
const LONGEST = 72;

/**
 * How hard a password is to guess, 0 to 4, knowing words the guesser would know, too (the e-mail address). This file and
 * its dictionaries weigh more than a page: it is only ever imported lazily.
 */
export function estimate(password: string, known: string[]): number {
  return estimator.check(password.slice(0, LONGEST), known).score;
}
