import type { Same } from '../same.ts';
import type { common as english } from '../en/common.ts';

export const common = {
  offers: {
    'united-states': 'États-Unis',
    france: 'France',
    spain: 'Espagne',
    egypt: 'Égypte',
    morocco: 'Maroc',
    namibia: 'Namibie',
    zanzibar: 'Zanzibar',
    thailand: 'Thaïlande',
    bali: 'Bali',
    'costa-rica': 'Costa Rica',
    mexico: 'Mexique',
    belize: 'Belize',
    global: 'Monde',
    europe: 'Europe',
    africa: 'Afrique',
    americas: 'Amériques',
    asia: 'Asie',
  },
} satisfies Same<typeof english>;
