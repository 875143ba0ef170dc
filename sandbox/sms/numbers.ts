/** An error as Twilio numbers it ("Error and Warning Dictionary"). */
export type Refusal = { status: number; code: number; message: string };

/** Numbers that fail: Twilio's own magic numbers for `To`, and two of ours that are taken and then lost. */
export const REFUSED: Record<string, Refusal> = {
  '+15005550001': { status: 400, code: 21211, message: "Invalid 'To' Phone Number" },
  '+15005550002': { status: 400, code: 21612, message: "The 'To' phone number cannot be reached" },
  '+15005550003': {
    status: 400,
    code: 21408,
    message: 'Permission to send an SMS has not been enabled for the region',
  },
  '+15005550004': { status: 400, code: 21610, message: 'Attempt to send to unsubscribed recipient' },
  '+15005550009': { status: 400, code: 21614, message: "'To' number is not a valid mobile number" },
};

export const LOST: Record<string, { status: 'undelivered' | 'failed'; errorCode: number }> = {
  // Unknown destination handset.
  '+15005550011': { status: 'undelivered', errorCode: 30005 },
  // Unknown error.
  '+15005550012': { status: 'failed', errorCode: 30008 },
};
