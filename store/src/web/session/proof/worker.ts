/** Runs in a worker: altcha's solver of the one algorithm that the server asks for (src/modules/captcha/proof-of-work.ts). */
import 'altcha/workers/pbkdf2';
