import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';

const estimator = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });

/** Longer passwords always count as strong; the estimate takes quadratic time. */
const LONGEST = 72;

/**
 * The strength of a password, 0 to 4, given words that an attacker also knows (the e-mail address). This file and its
 * dictionaries are larger than a page, so it is only imported lazily.
 */
export function estimate(password: string, known: string[]): number {
  return estimator.check(password.slice(0, LONGEST), known).score;
}
