import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';

type Rule = {
  alert: string;
  expr: string;
  for: string;
  labels: { severity: string };
  annotations: Record<string, string>;
};

const FILE = path.join(import.meta.dirname, '../../deploy/prometheus/alerts.yaml');

/** The alert rules, in the order of the file. */
export const RULES = (parse(readFileSync(FILE, 'utf8')) as { groups: { rules: Rule[] }[] }).groups.flatMap(
  ({ rules }) => rules,
);
