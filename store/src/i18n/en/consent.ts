/** The request that a plan begins while its buyer can still withdraw. */
export const consent = {
  /** A changed text gets a new number: `CONSENT_VERSION`. */
  begin:
    'I ask that my plan begins during the 14 days in which I can withdraw; when I then withdraw, I pay for the part that was used.',
  /** In the mail that confirms it. */
  mailed:
    'On {{date}} you asked that your plan begins during the 14 days in which you can withdraw. If you withdraw then, you pay for the part that was used (text of the request: version {{version}}, in {{language}}).',
  languages: { en: 'English', fr: 'French' },
  missing: 'Tick this box to continue.',
  missingThere: 'Tick this box to continue. If you live elsewhere, change your country of residence above.',
};
