/** A QR code for pictures: it says "SAMPLE" to a phone. */
export function SampleQr({ size }: { size: number }) {
  return <img src="/sample-qr.svg" width={size} height={size} alt="" />;
}
