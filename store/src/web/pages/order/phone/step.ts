import type { ReactNode } from 'react';
import type { EsimInstallView, OrderLineView, OrderView } from '../../../../shared/views.ts';
import type { PhoneForms } from './use-phone.ts';

/** What each step of the page gets. */
export type Step = {
  order: OrderView;
  /** The number of the line, from 1. */
  number: number;
  line: OrderLineView;
  esim: EsimInstallView;
  forms: PhoneForms;
  /** The reader's click led here. */
  moved: boolean;
};

/** `news`: what came of the last click, or of an earlier request. */
export type StepWithNews = Step & { news: ReactNode };
