import type { Same } from '../same.ts';
import type { consent as english } from '../en/consent.ts';

export const consent = {
  begin:
    'Je demande que mon forfait commence pendant les 14 jours où je peux me rétracter\u202f; si je me rétracte ensuite, je paie la part déjà utilisée.',
  mailed:
    'Le {{date}}, vous avez demandé que votre forfait commence pendant les 14 jours où vous pouvez vous rétracter. Si vous vous rétractez ensuite, vous payez la part déjà utilisée (texte de la demande\u00a0: version {{version}}, en {{language}}).',
  languages: { en: 'anglais', fr: 'français' },
  missing: 'Cochez cette case pour continuer.',
  missingThere: 'Cochez cette case pour continuer. Si vous vivez ailleurs, changez votre pays de résidence plus haut.',
} satisfies Same<typeof english>;
