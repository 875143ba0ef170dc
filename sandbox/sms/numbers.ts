/** An error as Twilio numbers it ("Error and Warning Dictionary"). */
export type Refusal = { status: number; code: number; message: string };

/** Numbers that fail, of a block that is kept for fiction. Twilio's magic numbers end alike, but are of a kind that the product refuses itself. */
export const REFUSED: Record<string, Refusal> = {
  '+33639989001': { status: 400, code: 21211, message: "Invalid 'To' Phone Number" },
  '+33639989002': { status: 400, code: 21612, message: "The 'To' phone number cannot be reached" },
  '+33639989003': {
    status: 400,
    code: 21408,
    message: 'Permission to send an SMS has not been enabled for the region',
  },
  '+33639989004': { status: 400, code: 21610, message: 'Attempt to send to unsubscribed recipient' },
  '+33639989009': { status: 400, code: 21614, message: "'To' number is not a valid mobile number" },
};

/** Numbers whose texts are taken and then lost. */
export const LOST: Record<string, { status: 'undelivered' | 'failed'; errorCode: number }> = {
  // Unknown destination handset.
  '+33639989011': { status: 'undelivered', errorCode: 30005 },
  // Unknown error.
  '+33639989012': { status: 'failed', errorCode: 30008 },
};
