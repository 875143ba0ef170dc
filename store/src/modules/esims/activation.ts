/** The data with which a phone downloads a profile (GSMA SGP.22, 4.1). All of it is secret. */
export type Activation = {
  iccid: string;
  smdpAddress: string;
  /** The matching id, which phones ask for as "activation code". */
  activationCode: string;
  /** Typed by the user when the operator requires one; never part of the QR code. */
  confirmationCode: string | null;
};

/** The text of the QR code: `LPA:1$host$code`, with the flag `$$1` when the phone will ask for a confirmation code. */
export function lpaOf({ smdpAddress, activationCode, confirmationCode }: Activation): string {
  return `LPA:1$${smdpAddress}$${activationCode}${confirmationCode === null ? '' : '$$1'}`;
}

/** One-tap links (reference/esim-facts.md): iOS 17.4 and later; Android with recent Google Play services. */
export function installLinks(lpa: string): { appleUrl: string; androidUrl: string } {
  const carddata = encodeURIComponent(lpa);
  return {
    appleUrl: `https://esimsetup.apple.com/esim_qrcode_provisioning?carddata=${carddata}`,
    androidUrl: `https://esimsetup.android.com/esim_qrcode_provisioning?carddata=${carddata}`,
  };
}
