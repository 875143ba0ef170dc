/** Runs in a worker: altcha's solver of the server's algorithm (src/modules/captcha/proof-of-work.ts). */
import 'altcha/workers/pbkdf2';
