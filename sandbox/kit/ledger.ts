import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync, StatementSync } from 'node:sqlite';

/** A document of a ledger: the vendor's object with its id. */
export interface Document {
  id: string;
}

/** The documents of one kind, in insertion order. */
export interface Collection<T extends Document> {
  /** Inserts the document, or replaces the one with its id, which keeps its position. */
  put(document: T): T;
  get(id: string): T | undefined;
  /** All documents whose top-level fields equal those of `where` (string, number or boolean), oldest first. */
  list(where?: Record<string, string | number | boolean>): T[];
  delete(id: string): void;
}

export interface Ledger {
  collection<T extends Document>(name: string): Collection<T>;
  /** 1, 2, 3 …: the next number of a named sequence. A number is never repeated, not even after a kill. */
  nextNumber(sequence: string): number;
  /**
   * Runs `work` (synchronous) as one transaction: on return all of its writes are on disk, or none. Nested calls join.
   */
  transaction<R>(work: () => R): R;
  /** Empties every collection. Sequences continue, so an old number is never reused. */
  clear(): void;
  close(): void;
}

/** The open database with its statements, and what it holds. */
interface Opened {
  db: DatabaseSync;
  put: StatementSync;
  load: StatementSync;
  remove: StatementSync;
  next: StatementSync;
  /** What is on disk, parsed and frozen, by collection: a list of thousands of documents costs no parsing. */
  kept: Map<string, Map<string, Document>>;
  inTransaction: boolean;
}

/**
 * Opens the ledger `<dir>/<name>.sqlite`, and creates both if needed. A completed write survives kill -9 and a power
 * cut (write-ahead log, synchronous FULL). Only one process may use it at a time.
 */
export function openLedger(dir: string, name: string): Ledger {
  mkdirSync(dir, { recursive: true });
  const opened = openDatabase(join(dir, `${name}.sqlite`));
  const { db, next, kept } = opened;
  return {
    collection: (collection) => collectionOf(opened, collection),
    nextNumber: (sequence) => Number(next.get(sequence)!['value']),
    transaction: (work) => inTransaction(opened, work),
    clear() {
      db.exec('DELETE FROM documents');
      kept.clear();
    },
    close() {
      db.close();
    },
  };
}

function openDatabase(file: string): Opened {
  const db = new (sqlite().DatabaseSync)(file, { timeout: 5000 });
  db.exec(`
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = FULL;
    CREATE TABLE IF NOT EXISTS documents (
      position INTEGER PRIMARY KEY AUTOINCREMENT,
      collection TEXT NOT NULL,
      id TEXT NOT NULL,
      body TEXT NOT NULL,
      UNIQUE (collection, id)
    ) STRICT;
    CREATE TABLE IF NOT EXISTS numbers (sequence TEXT PRIMARY KEY, value INTEGER NOT NULL) STRICT;
  `);
  return {
    db,
    put: db.prepare(
      'INSERT INTO documents (collection, id, body) VALUES (?, ?, ?) ON CONFLICT (collection, id) DO UPDATE SET body = excluded.body',
    ),
    load: db.prepare('SELECT id, body FROM documents WHERE collection = ? ORDER BY position'),
    remove: db.prepare('DELETE FROM documents WHERE collection = ? AND id = ?'),
    next: db.prepare(
      'INSERT INTO numbers (sequence, value) VALUES (?, 1) ON CONFLICT (sequence) DO UPDATE SET value = value + 1 RETURNING value',
    ),
    kept: new Map(),
    inTransaction: false,
  };
}

function documentsOf({ load, kept }: Opened, collection: string): Map<string, Document> {
  let documents = kept.get(collection);
  if (!documents) {
    documents = new Map(load.all(collection).map((row) => [String(row['id']), parsed(String(row['body']))]));
    kept.set(collection, documents);
  }
  return documents;
}

function collectionOf<T extends Document>(opened: Opened, collection: string): Collection<T> {
  return {
    put(document) {
      const body = JSON.stringify(document);
      opened.put.run(collection, document.id, body);
      documentsOf(opened, collection).set(document.id, parsed(body));
      return document;
    },
    get: (id) => documentsOf(opened, collection).get(id) as T | undefined,
    list(where = {}) {
      const fields = Object.entries(where);
      const documents = [...documentsOf(opened, collection).values()] as T[];
      if (fields.length === 0) return documents;
      return documents.filter((each) => fields.every(([field, value]) => each[field as keyof T] === value));
    },
    delete(id) {
      opened.remove.run(collection, id);
      documentsOf(opened, collection).delete(id);
    },
  };
}

function inTransaction<R>(opened: Opened, work: () => R): R {
  if (opened.inTransaction) return work();
  const { db, kept } = opened;
  db.exec('BEGIN IMMEDIATE');
  opened.inTransaction = true;
  try {
    const result = work();
    db.exec('COMMIT');
    return result;
  } catch (error) {
    db.exec('ROLLBACK');
    kept.clear();
    throw error;
  } finally {
    opened.inTransaction = false;
  }
}

/** A document as on disk. It is shared by all readers, so nothing in it can be changed. */
const parsed = (body: string) => JSON.parse(body, (_, value: unknown) => Object.freeze(value)) as Document;

/**
 * node:sqlite, loaded without its ExperimentalWarning, which releases of Node 24 before 24.15 print on first load. Only
 * that warning is dropped, and only while the module loads.
 */
function sqlite(): typeof import('node:sqlite') {
  const emitWarning = process.emitWarning;
  process.emitWarning = ((warning: string | Error, ...rest: never[]) => {
    if (!String(warning).includes('SQLite')) emitWarning.call(process, warning, ...rest);
  }) as typeof process.emitWarning;
  try {
    return process.getBuiltinModule('node:sqlite');
  } finally {
    process.emitWarning = emitWarning;
  }
}
