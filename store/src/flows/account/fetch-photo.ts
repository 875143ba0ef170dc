import type { Queryable } from '../../db/database.ts';
import type { Vault } from '../../db/vault.ts';
import type { IdentityModule } from '../../modules/identity/identity.ts';
import type { FetchPicture } from '../../modules/identity/photos/photos.ts';
import type { ProviderPerson } from '../../modules/identity/providers/providers.ts';
import { enqueue } from '../../queue/queue.ts';
import { codeOf } from '../../shared/errors.ts';
import type { Logger } from 'pino';

/** Queues a job that fetches the person's photo, in the caller's transaction. */
export type QueuePhoto = (tx: Queryable, accountId: string, person: Pick<ProviderPerson, 'photoUrl'>) => Promise<void>;

/** The URL of a photo is personal data: the queue holds it encrypted. */
export function createQueuePhoto({ vault }: { vault: Vault }): QueuePhoto {
  return async (tx, accountId, { photoUrl }) => {
    if (photoUrl === null) return;
    await enqueue(
      tx,
      'fetch-photo',
      { accountId, sourceSealed: vault.seal(photoUrl, context(accountId)) },
      { key: `fetch-photo:${accountId}` },
    );
  };
}

export type FetchPhoto = (job: { accountId: string; sourceSealed: string }) => Promise<void>;

/**
 * Fetches a provider's photo and stores a copy, unless the account already has one. On failure there is no retry: pages
 * show the initial.
 */
export function createFetchPhoto(ports: {
  log: Logger;
  vault: Vault;
  identity: IdentityModule;
  fetchPicture: FetchPicture;
}): FetchPhoto {
  const { vault, identity, fetchPicture, log } = ports;
  return async ({ accountId, sourceSealed }) => {
    const account = await identity.account(accountId);
    if (!account || account.photoUrl !== null) return;
    try {
      const picture = await fetchPicture(vault.open(sourceSealed, context(accountId)));
      // The owner may have chosen one in the meantime.
      await identity.setPhoto(accountId, picture, { onlyFirst: true });
    } catch (error) {
      log.info({ accountId, fault: codeOf(error) ?? 'unknown' }, 'photo could not be copied');
    }
  };
}

const context = (accountId: string) => `photo:${accountId}`;
