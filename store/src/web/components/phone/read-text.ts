/** `navigator.credentials.get` as browsers with WebOTP have it. */
type OtpRequest = { otp: { transport: ['sms'] }; signal: AbortSignal };
type OtpCredential = { code?: string } | null;

/** Waits for the text with our code, where the browser can read it (WebOTP); null where it can't, or the person does not let it. */
export async function readText(signal: AbortSignal): Promise<string | null> {
  if (!('OTPCredential' in window)) return null;
  const ask = navigator.credentials.get.bind(navigator.credentials) as unknown as (
    request: OtpRequest,
  ) => Promise<OtpCredential>;
  const found = await ask({ otp: { transport: ['sms'] }, signal }).catch(() => null);
  return found?.code ?? null;
}
