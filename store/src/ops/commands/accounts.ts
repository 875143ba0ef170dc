import { actingOf } from '../acting.ts';
import { CHANGE, type DeskCommand, STATED } from '../command.ts';
import { accountOf } from '../desks.ts';
import { HASH_FLAGS, type HashFlags } from '../identity-transfer.ts';

/** The commands for accounts, and for programs that administer them. */
export const ACCOUNT_COMMANDS: DeskCommand[] = [
  {
    words: 'account show',
    arguments: ['ADDRESS'],
    help: 'an account: its ways to sign in, its sessions and its orders',
    run: async ({ travellers }, [address]) => travellers.showAccount(await accountOf(travellers, address)),
  },
  {
    words: 'account export',
    arguments: ['ADDRESS'],
    needs: ['reason'],
    options: ['by'],
    help: "print the owner's own export as JSON: all data of the account, with the codes of its eSIMs",
    run: async ({ travellers }, [address], options) =>
      travellers.exportAccount(await accountOf(travellers, address), actingOf(options)),
  },
  {
    words: 'account delete',
    arguments: ['ADDRESS'],
    needs: ['reason'],
    options: CHANGE,
    help: 'delete an account as its owner could: orders stay for accounting, without the address; the owner gets a mail',
    run: async ({ travellers }, [address], options) =>
      travellers.deleteAccount(await accountOf(travellers, address), actingOf(options)),
  },
  {
    words: 'identity factors remove',
    arguments: ['EMAIL'],
    options: STATED,
    help: 'remove all second factors of an account whose owner has lost them; the log names who did it',
    run: async ({ factors, travellers }, [email], options) =>
      factors.remove(await accountOf(travellers, email), actingOf(options)),
  },
  {
    words: 'identity factors',
    arguments: ['EMAIL'],
    help: 'the second factors of an account',
    run: async ({ factors, travellers }, [email]) => factors.show(await accountOf(travellers, email)),
  },
  {
    words: 'identity import',
    arguments: ['FILE'],
    options: ['by', 'reason', ...(Object.keys(HASH_FLAGS) as (keyof HashFlags)[])],
    help: 'import accounts from a file of `firebase auth:export` (JSON), with their passwords; an interrupted run can be repeated',
    run: ({ transfer }, [file], options) => transfer.import(file!, options.hash, actingOf(options)),
  },
  {
    words: 'identity export',
    arguments: ['FILE'],
    options: ['by', 'reason'],
    help: 'export all accounts in the same format, with their password hashes',
    run: ({ transfer }, [file], options) => transfer.export(file!, actingOf(options)),
  },
  {
    words: 'identity policy show',
    arguments: [],
    help: 'the password policy in force',
    run: ({ identity }) => identity.showPolicy(),
  },
  {
    words: 'identity policy set',
    arguments: ['SETTINGS'],
    options: STATED,
    help: 'change the password policy; SETTINGS: name=value …, with the names that show prints',
    run: ({ identity }, [settings], options) => identity.setPolicy(settings!.split('\n'), actingOf(options)),
  },
  {
    words: 'identity policy history',
    arguments: [],
    help: 'the last policies: time, author and changes',
    run: ({ identity }) => identity.policyHistory(),
  },
  {
    words: 'service-account create',
    arguments: ['NAME'],
    options: ['by', 'reason'],
    help: 'create a key for a program that administers accounts; prints its key file once (NAME: lower-case letters, digits, hyphens)',
    run: ({ serviceAccounts }, [name], options) => serviceAccounts.create(name!, actingOf(options)),
  },
  {
    words: 'service-account list',
    arguments: [],
    help: 'every service account, who created it and when, and whether it is revoked',
    run: ({ serviceAccounts }) => serviceAccounts.list(),
  },
  {
    words: 'service-account revoke',
    arguments: ['NAME'],
    options: ['by', 'reason'],
    help: 'revoke a key and its tokens permanently',
    run: ({ serviceAccounts }, [name], options) => serviceAccounts.revoke(name!, actingOf(options)),
  },
  {
    words: 'service-account ca',
    arguments: [],
    help: 'print the certificate of the authority that programs must trust for ADMIN_LISTEN',
    run: ({ serviceAccounts }) => serviceAccounts.authority(),
  },
];
