/** An error with Twilio's number ("Error and Warning Dictionary"). */
export type Refusal = { status: number; code: number; message: string };

/**
 * Numbers that fail, in a block that is reserved for fiction. They end like Twilio's magic numbers, which the product
 * itself would refuse.
 */
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

/** Numbers whose texts are accepted and then lost. */
export const LOST: Record<string, { status: 'undelivered' | 'failed'; errorCode: number }> = {
  // Unknown destination handset.
  '+33639989011': { status: 'undelivered', errorCode: 30005 },
  // Unknown error.
  '+33639989012': { status: 'failed', errorCode: 30008 },
};
