// A polyfill that the library below requires; it must come first.
import { BRAND } from '../../shared/brand.ts';
import 'reflect-metadata';
import { isIP } from 'node:net';
import {
  BasicConstraintsExtension,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  PemConverter,
  SubjectAlternativeNameExtension,
  X509Certificate,
  X509CertificateGenerator,
} from '@peculiar/x509';
import type { Db } from '../../db/database.ts';
import type { Vault } from '../../db/vault.ts';
import { type AuthorityRow, findAuthority, insertAuthority, PURPOSE } from './authority-store.ts';

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;
const DAY = 86_400_000;
const AUTHORITY_DAYS = 3_650;
/** Lifetime of a server certificate in days; it is renewed at the start of the process and after half of this time. */
export const SERVER_DAYS = 60;

type Made = { certificate: string; key: string };

/**
 * Issues a server certificate and key (PEM) for these names, signed by this database's own authority, which the first
 * call creates.
 */
export type IssueCertificate = (names: readonly string[]) => Promise<Made & { authority: string }>;

/**
 * The certificate authority of the administration listener: the merchant's programs trust its certificate (`npm run ops
 * -- service-account ca`).
 */
export function createIssueCertificate({ db, vault }: { db: Db; vault: Vault }): IssueCertificate {
  return async (names) => {
    const row = (await findAuthority(db)) ?? (await make(db, vault));
    const issuer = new X509Certificate(row.certificate);
    const signingKey = await crypto.subtle.importKey(
      'pkcs8',
      Buffer.from(vault.open(row.keySealed, sealContext(PURPOSE)), 'base64'),
      ALGORITHM,
      false,
      ['sign'],
    );
    const pair = await newPair();
    const leaf = await X509CertificateGenerator.create({
      serialNumber: newSerial(),
      subject: [{ CN: [names[0] ?? 'localhost'] }],
      issuer: issuer.subject,
      ...validFor(SERVER_DAYS),
      publicKey: pair.publicKey,
      signingKey,
      signingAlgorithm: ALGORITHM,
      extensions: [
        new BasicConstraintsExtension(false, undefined, true),
        new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
        new ExtendedKeyUsageExtension([ExtendedKeyUsage.serverAuth]),
        new SubjectAlternativeNameExtension(
          names.map((name) => ({ type: isIP(name) === 0 ? ('dns' as const) : ('ip' as const), value: name })),
        ),
      ],
    });
    const key = PemConverter.encode(await crypto.subtle.exportKey('pkcs8', pair.privateKey), 'PRIVATE KEY');
    return { certificate: leaf.toString('pem'), key, authority: row.certificate };
  };
}

/** Of two processes that start concurrently one wins, and both use its authority. */
async function make(db: Db, vault: Vault): Promise<AuthorityRow> {
  const pair = await newPair();
  const certificate = await X509CertificateGenerator.createSelfSigned({
    serialNumber: newSerial(),
    name: [{ CN: [`${BRAND} administration`] }],
    ...validFor(AUTHORITY_DAYS),
    keys: pair,
    signingAlgorithm: ALGORITHM,
    extensions: [new BasicConstraintsExtension(true, 0, true), new KeyUsagesExtension(KeyUsageFlags.keyCertSign, true)],
  });
  const key = Buffer.from(await crypto.subtle.exportKey('pkcs8', pair.privateKey)).toString('base64');
  await insertAuthority(db, {
    purpose: PURPOSE,
    certificate: certificate.toString('pem'),
    keySealed: vault.seal(key, sealContext(PURPOSE)),
  });
  return (await findAuthority(db))!;
}

const newPair = () => crypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);

/** Positive and random, as public CAs do it. */
const newSerial = () => `01${Buffer.from(crypto.getRandomValues(new Uint8Array(15))).toString('hex')}`;

/** Valid from an hour ago, for machines whose clock is slow. */
function validFor(days: number) {
  const now = Date.now();
  return { notBefore: new Date(now - 3_600_000), notAfter: new Date(now + days * DAY) };
}

const sealContext = (purpose: string) => `authority:${purpose}`;
