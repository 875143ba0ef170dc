import { StripeFailure } from './errors.ts';

/**
 * Accepts the secret key as Bearer token or as the user of Basic authentication (`curl -u sk_test_…:`). Throws Stripe's
 * 401.
 */
export function authenticate(header: string | undefined, secretKey: string): void {
  const [scheme = '', credential = ''] = (header ?? '').split(' ');
  const key =
    scheme.toLowerCase() === 'basic' ? Buffer.from(credential, 'base64').toString().split(':')[0]! : credential;
  if (!key) {
    throw new StripeFailure(401, {
      type: 'invalid_request_error',
      message:
        "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY'). See https://stripe.com/docs/api#authentication for details.",
    });
  }
  if (key !== secretKey) {
    throw new StripeFailure(401, {
      type: 'invalid_request_error',
      message: `Invalid API Key provided: ${key.slice(0, 8)}****${key.slice(-4)}`,
    });
  }
}
