import type { Queryable } from '../../db/database.ts';
import type { Vault } from '../../db/vault.ts';
import type { IdentityModule } from '../../modules/identity/identity.ts';
import type { ProviderPerson } from '../../modules/identity/providers.ts';
import type { FetchPicture } from '../../modules/identity/provider-photo.ts';
import { enqueue } from '../../queue/queue.ts';
import { codeOf } from '../../shared/errors.ts';
import type { Logger } from 'pino';

/** Asks for the person's photo to be fetched; part of the caller's transaction. */
export type QueuePhoto = (tx: Queryable, accountId: string, person: Pick<ProviderPerson, 'photoUrl'>) => Promise<void>;

/** The address of somebody's picture is theirs: the queue only sees it sealed. */
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

/** Fetches a provider's photo and keeps a copy of ours, unless the account has a photo by now. Without one, the initial is shown: nothing is tried twice. */
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
      // Its owner may have chosen one meanwhile.
      await identity.setPhoto(accountId, picture, { onlyFirst: true });
    } catch (error) {
      log.info({ accountId, fault: codeOf(error) ?? 'unknown' }, 'a photo was not taken over');
    }
  };
}

const context = (accountId: string) => `photo:${accountId}`;
