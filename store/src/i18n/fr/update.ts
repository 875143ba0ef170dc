import type { Same } from '../same.ts';
import type { update as english } from '../en/update.ts';

export const update = {
  text: 'Une nouvelle version est prête.',
  reload: 'Recharger',
  later: 'Plus tard',
} satisfies Same<typeof english>;
