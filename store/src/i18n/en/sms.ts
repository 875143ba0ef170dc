/** Texts to phones. Letters of GSM 03.38 only, so that each is one message (src/modules/phone/texts.test.ts). */
export const sms = {
  'sign-in': '{{code}} is your {{brand}} sign-in code. We never ask for it by phone.',
  enrol: '{{code}} is your {{brand}} code to turn on two-step sign-in. We never ask for it by phone.',
  'second-factor': '{{code}} is your {{brand}} code for the second step. We never ask for it by phone.',
};
